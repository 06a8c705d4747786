// Gamepads, where the browser tells of them: not on every plain http page.

import { padCode, padMap, padMenu, type Bindings } from "./bindings";
import type { Action } from "../shared/actions";

export interface GamepadEvents {
  action(action: Action, down: boolean): void;
  /** 1 is full speed forward and to the right. */
  stick(forward: number, side: number, turn: number): void;
  /** The button of the menu, which opens and closes it. */
  menu(): void;
  map(): void;
}

const deadZone = 0.15;

/** The first gamepad of the standard layout; undefined where the page may not ask. */
function pad(): Gamepad | null | undefined {
  const get = (navigator as Partial<Navigator>).getGamepads;
  if (typeof get !== "function") return undefined;
  try {
    return get.call(navigator).find((p) => p?.connected === true && p.mapping === "standard") ?? null;
  } catch {
    return undefined;
  }
}

/** The buttons that are held now. */
export function padsPressed(): Set<number> {
  const pressed = new Set<number>();
  pad()?.buttons.forEach((b, i) => {
    if (b.pressed) pressed.add(i);
  });
  return pressed;
}

export class Gamepads {
  private readonly down = new Set<number>(); // buttons
  private readonly held = new Map<number, Action>(); // what the game was told, by button
  private moved = false;
  private active = false;

  constructor(
    private bindings: Bindings,
    private readonly events: GamepadEvents,
  ) {}

  bind(bindings: Bindings): void {
    this.release();
    this.bindings = bindings;
  }

  /** Plays only while no menu is open and nothing is typed; the menu's button counts always. */
  listen(active: boolean): void {
    if (this.active === active) return;
    this.active = active;
    if (!active) this.release();
  }

  /** Looks once; to be called with every picture. */
  poll(): void {
    const now = pad();
    if (now === undefined) return;
    if (now === null) {
      // It was unplugged, or its battery is empty: nobody will let go.
      this.down.clear();
      this.release();
      return;
    }
    if (this.active) this.sticks(now.axes);
    now.buttons.forEach((b, i) => this.button(i, b.pressed));
  }

  private sticks(axes: readonly number[]): void {
    const [side = 0, back = 0, turn = 0] = axes.map((v) => (Math.abs(v) < deadZone ? 0 : v));
    const moving = side !== 0 || back !== 0 || turn !== 0;
    if (moving || this.moved) this.events.stick(-back, side, turn);
    this.moved = moving;
  }

  private button(index: number, pressed: boolean): void {
    if (pressed === this.down.has(index)) return;
    if (pressed) this.down.add(index);
    else this.down.delete(index);
    if (index === padMenu) {
      if (pressed) this.events.menu();
    } else if (index === padMap) {
      if (pressed && this.active) this.events.map();
    } else if (pressed) {
      this.press(index);
    } else {
      this.letGo(index);
    }
  }

  private press(index: number): void {
    const action = this.bindings[padCode(index)];
    if (action === undefined || !this.active) return;
    this.held.set(index, action);
    this.events.action(action, true);
  }

  private letGo(index: number): void {
    const action = this.held.get(index);
    if (action === undefined) return;
    this.held.delete(index);
    // Another button of the same action may still be held.
    if (![...this.held.values()].includes(action)) this.events.action(action, false);
  }

  private release(): void {
    for (const action of this.held.values()) this.events.action(action, false);
    this.held.clear();
    if (this.moved) this.events.stick(0, 0, 0);
    this.moved = false;
  }
}
