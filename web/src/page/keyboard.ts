// The keyboard in a game. Keys are known by their place (event.code), so that a
// French or a Dvorak keyboard moves with the same fingers.

import type { Bindings } from "./bindings";
import type { Action } from "../shared/actions";
import type { ScreenAct } from "../shared/generated/engine";

export interface KeyboardEvents {
  action(action: Action, down: boolean): void;
  screen(what: ScreenAct, value: number): void;
  releaseAll(): void;
  menu(): void;
  chat(): void;
  pause(): void;
  playback(act: PlaybackAct): void;
}

/** What a key does with a recorded game. */
export type PlaybackAct = "toggle" | "back" | "ahead";

/**
 * Whom the keys are for: nobody (a menu is open), a game with its player or
 * spectator, or a recorded game, which is a thing of the browser's keys, too.
 */
export type Listening = "none" | "game" | "playback";

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

const playbackKeys: Readonly<Record<string, PlaybackAct>> = { Space: "toggle", ArrowLeft: "back", ArrowRight: "ahead" };

const mapWords: Readonly<Record<string, string>> = {
  KeyV: "lets it follow you or not",
  KeyG: "shows the grid",
  KeyM: "sets a mark",
  KeyC: "clears the marks",
  Digit0: "shows the whole map",
};

/** What a key does while the map is shown, as the end of a sentence; empty where that is nothing of its own. */
export function mapKeyTaken(code: string): string {
  return mapWords[code] ?? (code in mapHolds ? "moves or zooms it" : "");
}

/** Whether a key means something to the control that has the focus. */
function ownKey(e: KeyboardEvent): boolean {
  if (!(e.target instanceof HTMLElement)) return false;
  if (e.target.matches("input, select")) return true;
  return e.target.matches("button") && (e.code === "Space" || e.code === "Enter");
}

export class Keyboard {
  /** Whether the map is on the screen. */
  mapShown = false;
  private to: Listening = "none";
  private readonly down = new Set<string>();

  constructor(
    private keys: Bindings,
    private readonly events: KeyboardEvents,
  ) {
    addEventListener("keydown", (e) => this.keydown(e));
    addEventListener("keyup", (e) => this.keyup(e));
    // Keys that go up elsewhere are never told here.
    addEventListener("blur", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => this.releaseAll());
  }

  bind(keys: Bindings): void {
    this.releaseAll();
    this.keys = keys;
  }

  listen(to: Listening): void {
    if (this.to === to) return;
    this.to = to;
    this.releaseAll();
  }

  private releaseAll(): void {
    this.down.clear();
    this.events.releaseAll();
  }

  private keydown(e: KeyboardEvent): void {
    if (this.to === "none" || e.isComposing) return;
    // The browser's and the system's own combinations stay theirs.
    if (e.metaKey || (e.ctrlKey && e.code !== "ControlLeft" && e.code !== "ControlRight")) return;
    if (e.code === "Escape") {
      e.preventDefault();
      if (!e.repeat) this.events.menu();
    } else if (this.to === "playback") {
      this.playbackKey(e);
    } else {
      this.gameKey(e);
    }
  }

  private gameKey(e: KeyboardEvent): void {
    switch (e.code) {
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

  /** Tab goes through the bar's controls, and they have their own keys. */
  private playbackKey(e: KeyboardEvent): void {
    if (e.code === "Tab" || ownKey(e)) return;
    const act = playbackKeys[e.code];
    if (act !== undefined) {
      e.preventDefault();
      if (act !== "toggle" || !e.repeat) this.events.playback(act);
    } else if (e.code === "KeyM") {
      e.preventDefault();
      if (!e.repeat) this.events.screen("map", 0);
    } else {
      this.mapKey(e);
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
    // A Mac tells of no key that goes up while Cmd is held.
    if (e.key === "Meta") this.releaseAll();
    const hold = mapHolds[e.code];
    if (hold !== undefined && this.to !== "none") this.events.screen(hold[0], 0);
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
