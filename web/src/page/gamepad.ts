// Gamepads, where the browser tells of them: not on every plain http page.

import type { Action } from "../shared/actions";

export interface GamepadEvents {
  action(action: Action, down: boolean): void;
  /** 1 is full speed forward and to the right. */
  stick(forward: number, side: number, turn: number): void;
  menu(): void;
  map(): void;
}

const deadZone = 0.15;

// Of the standard layout.
const buttons: Readonly<Record<number, Action>> = {
  0: "use",
  2: "use",
  4: "prevWeapon",
  5: "nextWeapon",
  6: "run",
  7: "attack",
};
const menuButton = 9;
const mapButton = 8;

export class Gamepads {
  private readonly down = new Set<number>();
  private moved = false;

  constructor(private readonly events: GamepadEvents) {}

  /** Looks once; to be called with every picture. */
  poll(): void {
    const get = (navigator as Partial<Navigator>).getGamepads;
    if (typeof get !== "function") return;
    let pad: Gamepad | null = null;
    try {
      pad = get.call(navigator).find((p) => p?.connected === true && p.mapping === "standard") ?? null;
    } catch {
      return; // a page that may not ask
    }
    if (pad === null) return;
    this.sticks(pad.axes);
    pad.buttons.forEach((b, i) => this.button(i, b.pressed));
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
    const action = buttons[index];
    if (action !== undefined) this.events.action(action, pressed);
    else if (pressed && index === menuButton) this.events.menu();
    else if (pressed && index === mapButton) this.events.map();
  }
}
