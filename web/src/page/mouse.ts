// The mouse in a game: locked to the picture by a click. Escape takes the lock
// away before the page hears of it, so a lost lock is what opens the menu.

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

const buttons: readonly (Action | undefined)[] = ["attack", "strafe", "use"];

export class Mouse {
  private readonly held = new Set<Action>();

  constructor(
    private readonly target: HTMLElement,
    private readonly events: MouseEvents,
  ) {
    target.addEventListener("mousedown", (e) => {
      if (!this.locked) return;
      e.preventDefault();
      this.button(e.button, true);
    });
    addEventListener("mouseup", (e) => this.button(e.button, false));
    addEventListener("mousemove", (e) => {
      if (this.locked) this.events.move(clamped(e.movementX), -clamped(e.movementY));
    });
    target.addEventListener("contextmenu", (e) => e.preventDefault());
    target.addEventListener(
      "wheel",
      (e) => {
        if (!this.locked) return;
        e.preventDefault();
        const action = e.deltaY > 0 ? "nextWeapon" : "prevWeapon";
        this.events.action(action, true);
        this.events.action(action, false);
      },
      { passive: false },
    );
    document.addEventListener("pointerlockchange", () => {
      if (this.locked) return;
      this.release();
      this.events.lost();
    });
  }

  get locked(): boolean {
    return document.pointerLockElement === this.target;
  }

  /** Must come from a click. Where it is refused (too soon after Escape), the next click tries again. */
  async lock(): Promise<void> {
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
    if (this.locked) document.exitPointerLock();
  }

  private button(button: number, down: boolean): void {
    const action = buttons[button];
    if (action === undefined) return;
    if (down) this.held.add(action);
    else if (!this.held.delete(action)) return;
    this.events.action(action, down);
  }

  private release(): void {
    for (const action of this.held) this.events.action(action, false);
    this.held.clear();
  }
}
