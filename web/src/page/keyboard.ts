// The keyboard in a game. Keys are known by their place (event.code), so that a
// French or a Dvorak keyboard moves with the same fingers.

import type { Action } from "../shared/actions";

export interface KeyboardEvents {
  action(action: Action, down: boolean): void;
  releaseAll(): void;
  menu(): void;
  chat(): void;
  pause(): void;
}

export class Keyboard {
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
        const action = this.keys[e.code];
        if (action === undefined) return;
        e.preventDefault();
        if (e.repeat) return;
        this.down.add(e.code);
        this.events.action(action, true);
      }
    }
  }

  private keyup(e: KeyboardEvent): void {
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
