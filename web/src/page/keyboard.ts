// The keyboard in a game. Keys are known by their place (event.code), so that a
// French or a Dvorak keyboard moves with the same fingers.

import type { Action } from "../shared/actions";
import type { ScreenAct } from "../shared/messages";

export interface KeyboardEvents {
  action(action: Action, down: boolean): void;
  screen(what: ScreenAct, value: number): void;
  releaseAll(): void;
  menu(): void;
  chat(): void;
  pause(): void;
}

// Keys of the map. All but the first mean something only while it is shown.
const mapKeys: Readonly<Record<string, ScreenAct>> = {
  Tab: "map",
  KeyV: "follow",
  KeyG: "grid",
  KeyM: "mark",
  KeyC: "clearMarks",
  Digit0: "whole",
};

const mapHolds: Readonly<Record<string, readonly [ScreenAct, number]>> = {
  Equal: ["zoom", 1],
  NumpadAdd: ["zoom", 1],
  Minus: ["zoom", -1],
  NumpadSubtract: ["zoom", -1],
  Numpad6: ["panX", 1],
  Numpad4: ["panX", -1],
  Numpad8: ["panY", 1],
  Numpad2: ["panY", -1],
};

export class Keyboard {
  /** Whether the map is on the screen. */
  mapShown = false;
  private active = false;
  private readonly down = new Set<string>();

  constructor(
    private keys: Readonly<Record<string, Action>>,
    private readonly events: KeyboardEvents,
  ) {
    addEventListener("keydown", (e) => this.keydown(e));
    addEventListener("keyup", (e) => this.keyup(e));
    // Keys that go up elsewhere are never told here.
    addEventListener("blur", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => this.releaseAll());
  }

  bind(keys: Readonly<Record<string, Action>>): void {
    this.releaseAll();
    this.keys = keys;
  }

  /** Listens only while a game is played and no menu is open. */
  listen(active: boolean): void {
    if (this.active === active) return;
    this.active = active;
    this.releaseAll();
  }

  private releaseAll(): void {
    this.down.clear();
    this.events.releaseAll();
  }

  private keydown(e: KeyboardEvent): void {
    if (!this.active || e.isComposing) return;
    // The browser's and the system's own combinations stay theirs.
    if (e.metaKey || (e.ctrlKey && e.code !== "ControlLeft" && e.code !== "ControlRight")) return;
    switch (e.code) {
      case "Escape":
        e.preventDefault();
        this.events.menu();
        return;
      case "KeyT":
      case "Enter":
        e.preventDefault();
        this.events.chat();
        return;
      case "KeyP":
      case "Pause":
        e.preventDefault();
        if (!e.repeat) this.events.pause();
        return;
      default: {
        if (this.mapKey(e)) return;
        const action = this.keys[e.code];
        if (action === undefined) return;
        e.preventDefault();
        if (e.repeat) return;
        this.down.add(e.code);
        this.events.action(action, true);
      }
    }
  }

  private mapKey(e: KeyboardEvent): boolean {
    const what = mapKeys[e.code];
    const hold = mapHolds[e.code];
    if (what === "map" || (this.mapShown && what !== undefined)) {
      if (!e.repeat) this.events.screen(what, 0);
    } else if (this.mapShown && hold !== undefined) {
      if (!e.repeat) this.events.screen(hold[0], hold[1]);
    } else {
      return false;
    }
    e.preventDefault();
    return true;
  }

  private keyup(e: KeyboardEvent): void {
    const hold = mapHolds[e.code];
    if (hold !== undefined && this.active) this.events.screen(hold[0], 0);
    if (!this.down.delete(e.code)) return;
    const action = this.keys[e.code];
    if (action === undefined) return;
    // Another key of the same action may still be held.
    for (const code of this.down) {
      if (this.keys[code] === action) return;
    }
    this.events.action(action, false);
  }
}
