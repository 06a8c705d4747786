// The mouse in a game: locked to the picture by a click. Escape takes the lock
// away before the page hears of it, so a lost lock is what opens the menu.

import { mouseCode, wheelCode, type Bindings } from "./bindings";
import type { Action } from "../shared/actions";

export interface MouseEvents {
  move(dx: number, dy: number): void;
  action(action: Action, down: boolean): void;
  /** The lock was there and is gone. */
  lost(): void;
}

// Some drivers report a jump across the desk now and then, and a slow page gets a
// fast turn in one piece: more than this, in pixels, counts as this.
const farthest = 500;

/** A movement of the mouse, as far as it counts. */
export function clamped(pixels: number): number {
  return Math.max(-farthest, Math.min(farthest, pixels));
}

// A wheel's notch, in pixels, or so much of a finger's way over a touch pad.
const notch = 100;
const lines = 3; // of a notch, where a browser counts in lines
// The first step of a turn comes at once: many wheels begin with less than a
// notch. Less than this is a finger that rests.
const begin = 4;
const turnEnds = 200; // ms without an event

/** Counts a wheel's steps: whatever the device, about one for each notch. */
export class Wheel {
  private sum = 0; // pixels since the last step
  private direction: -1 | 0 | 1 = 0; // of the last step; 0: none in this turn
  private last = -Infinity;

  /** Takes in an event at a time in ms; gives 1 for a step on, -1 for one back, 0 for none yet. */
  scroll(e: { readonly deltaX: number; readonly deltaY: number; readonly deltaMode: number }, at: number): -1 | 0 | 1 {
    // With Shift held, some systems turn the wheel sideways.
    const delta = (e.deltaY || e.deltaX) * (e.deltaMode === 0 ? 1 : e.deltaMode === 1 ? notch / lines : notch);
    if (at - this.last > turnEnds || delta * this.direction < 0) {
      this.sum = 0;
      this.direction = 0;
    }
    this.last = at;
    this.sum += delta;
    if (Math.abs(this.sum) < (this.direction === 0 ? begin : notch)) return 0;
    this.direction = this.sum > 0 ? 1 : -1;
    this.sum = 0; // a long way in one event is one step
    return this.direction;
  }
}

export class Mouse {
  private readonly held = new Map<number, Action>(); // by button
  private readonly wheel = new Wheel();
  private lockWanted = false;

  constructor(
    private readonly target: HTMLElement,
    private bindings: Bindings,
    private readonly events: MouseEvents,
  ) {
    target.addEventListener("mousedown", (e) => {
      if (!this.locked) return;
      e.preventDefault();
      this.button(e.button, true);
    });
    addEventListener("mouseup", (e) => {
      // The fourth and the fifth would leave the page.
      if (this.locked && e.button > 2) e.preventDefault();
      this.button(e.button, false);
    });
    addEventListener("mousemove", (e) => {
      if (this.locked) this.events.move(clamped(e.movementX), -clamped(e.movementY));
    });
    target.addEventListener("contextmenu", (e) => e.preventDefault());
    target.addEventListener(
      "wheel",
      (e) => {
        if (!this.locked) return;
        e.preventDefault();
        const step = this.wheel.scroll(e, e.timeStamp);
        if (step === 0) return;
        const action = this.bindings[wheelCode(step)];
        if (action === undefined) return;
        this.events.action(action, true);
        this.events.action(action, false);
      },
      { passive: false },
    );
    document.addEventListener("pointerlockchange", () => {
      if (this.locked) {
        // It was granted when the game was over, or its menu open again.
        if (!this.lockWanted) document.exitPointerLock();
        return;
      }
      this.release();
      this.events.lost();
    });
  }

  get locked(): boolean {
    return document.pointerLockElement === this.target;
  }

  /** Must come from a click. Where it is refused (too soon after Escape), the next click tries again. */
  async lock(): Promise<void> {
    this.lockWanted = true;
    if (this.locked || typeof this.target.requestPointerLock !== "function") return;
    try {
      // Without the system's acceleration, where the browser can.
      await this.target.requestPointerLock({ unadjustedMovement: true });
    } catch (e) {
      if (!(e instanceof DOMException) || e.name !== "NotSupportedError") return;
      try {
        await this.target.requestPointerLock();
      } catch {
        // The next click tries again.
      }
    }
  }

  unlock(): void {
    this.lockWanted = false;
    if (this.locked) document.exitPointerLock();
  }

  bind(bindings: Bindings): void {
    this.release();
    this.bindings = bindings;
  }

  private button(button: number, down: boolean): void {
    if (down) {
      const action = this.bindings[mouseCode(button)];
      if (action === undefined) return;
      this.held.set(button, action);
      this.events.action(action, true);
      return;
    }
    const action = this.held.get(button);
    if (action === undefined) return;
    this.held.delete(button);
    // Another button of the same action may still be held.
    if (![...this.held.values()].includes(action)) this.events.action(action, false);
  }

  private release(): void {
    for (const action of this.held.values()) this.events.action(action, false);
    this.held.clear();
  }
}
