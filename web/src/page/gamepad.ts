// Gamepads, where the browser tells of them: not on every plain http page.

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
  private readonly down = new Set<number>(); // buttons
  private readonly held = new Set<Action>(); // what the game was told
  private moved = false;
  private active = false;

  constructor(private readonly events: GamepadEvents) {}

  /** Plays only while no menu is open and nothing is typed; the menu's button counts always. */
  listen(active: boolean): void {
    if (this.active === active) return;
    this.active = active;
    if (!active) this.release();
  }

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
    if (pad === null) {
      // It was unplugged, or its battery is empty: nobody will let go.
      this.down.clear();
      this.release();
      return;
    }
    if (this.active) this.sticks(pad.axes);
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
    if (pressed && index === menuButton) this.events.menu();
    else if (pressed && index === mapButton && this.active) this.events.map();
    else if (action !== undefined) this.act(action, pressed);
  }

  private act(action: Action, pressed: boolean): void {
    if (pressed) {
      if (!this.active) return;
      this.held.add(action);
    } else if (!this.held.delete(action)) {
      return;
    }
    this.events.action(action, pressed);
  }

  private release(): void {
    for (const action of this.held) this.events.action(action, false);
    this.held.clear();
    if (this.moved) this.events.stick(0, 0, 0);
    this.moved = false;
  }
}
