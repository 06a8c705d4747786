// What stands for what: keys by their place (KeyboardEvent.code), buttons of the
// mouse, its wheel, and buttons of a gamepad stand for actions. A binding is one
// of them with its action; each stands for one action, an action has any number.

import { actions, type Action } from "../shared/actions";
import { isRecord } from "../shared/lobby";

/** Actions by the code of a key or button. The order is that in which an action's are shown. */
export type Bindings = Readonly<Record<string, Action>>;

// By MouseEvent.button. The numbers are those that games show: the right button is the second.
const mouseCodes = ["Mouse1", "Mouse3", "Mouse2", "Mouse4", "Mouse5"] as const;

/** The code of a mouse's button; those beyond the fifth go by their number. */
export function mouseCode(button: number): string {
  return mouseCodes[button] ?? `Mouse${button + 1}`;
}

/** What a person calls the kind of thing that a code is. */
export function codeNoun(code: string): "key" | "button" {
  return deviceOf(code) === "pad" || /^(Mouse\d|Wheel)/.test(code) ? "button" : "key";
}

/** The code of a wheel's step, 1 is towards the hand. */
export function wheelCode(step: 1 | -1): string {
  return step > 0 ? "WheelDown" : "WheelUp";
}

/** The code of a button of the standard gamepad. */
export function padCode(button: number): string {
  return `Pad${button}`;
}

export const padMenu = 9;
export const padMap = 8;

export type Device = "hand" | "pad";

export function deviceOf(code: string): Device {
  return /^Pad\d+$/.test(code) ? "pad" : "hand";
}

const defaultButtons: Bindings = {
  Mouse1: "attack",
  Mouse2: "use",
  Mouse3: "strafe",
  WheelDown: "nextWeapon",
  WheelUp: "prevWeapon",
  Pad0: "use",
  Pad2: "use",
  Pad4: "prevWeapon",
  Pad5: "nextWeapon",
  Pad6: "run",
  Pad7: "attack",
};

export const defaultBindings: Bindings = {
  KeyW: "forward",
  ArrowUp: "forward",
  KeyS: "back",
  ArrowDown: "back",
  KeyA: "strafeLeft",
  KeyD: "strafeRight",
  ArrowLeft: "turnLeft",
  ArrowRight: "turnRight",
  AltLeft: "strafe",
  ShiftLeft: "run",
  ShiftRight: "run",
  // Not Ctrl: Ctrl and W together close the tab.
  KeyF: "attack",
  Space: "use",
  KeyE: "use",
  Digit1: "weapon1",
  Digit2: "weapon2",
  Digit3: "weapon3",
  Digit4: "weapon4",
  Digit5: "weapon5",
  Digit6: "weapon6",
  Digit7: "weapon7",
  Digit8: "weapon8",
  KeyX: "nextWeapon",
  KeyZ: "prevWeapon",
  ...defaultButtons,
};

/** Settings have bindings; those of an older doomhost have keys alone, and its buttons were fixed. */
export function parseBindings(settings: Readonly<Record<string, unknown>>): Bindings {
  const known = (v: Readonly<Record<string, unknown>>): Bindings =>
    Object.fromEntries(
      Object.entries(v).filter(([, action]) => actions.some((a) => a === action && a !== "none")),
    ) as Bindings;
  if (isRecord(settings.bindings)) return known(settings.bindings);
  if (isRecord(settings.keys)) return { ...known(settings.keys), ...defaultButtons };
  return defaultBindings;
}

/** An action's keys and buttons, in order. */
export function codesOf(bindings: Bindings, action: Action, device: Device): string[] {
  return Object.keys(bindings).filter((code) => bindings[code] === action && deviceOf(code) === device);
}

/** Puts a key or button in the place of another one of an action, or beside its others where that is empty. */
export function bind(bindings: Bindings, action: Action, old: string, code: string): Bindings {
  const entries = Object.entries(bindings).filter(([c]) => c !== code || c === old);
  const at = entries.findIndex(([c]) => c === old);
  entries.splice(at < 0 ? entries.length : at, at < 0 ? 0 : 1, [code, action]);
  return Object.fromEntries(entries);
}

/** Takes one away from whatever action it stands for. */
export function unbind(bindings: Bindings, code: string): Bindings {
  return Object.fromEntries(Object.entries(bindings).filter(([c]) => c !== code));
}

/**
 * Why a key or button can stand for no action, as the end of a sentence; empty
 * where it can.
 */
export function codeTaken(code: string): string {
  if (code === "" || code === "Unidentified") return "has no name in this browser";
  if (/^(Control|Meta|OS|Browser|F5$|F11$|F12$|PrintScreen)/.test(code)) return "belongs to the browser";
  switch (code) {
    case "Escape":
    case padCode(padMenu):
      return "opens the menu";
    case "KeyT":
    case "Enter":
      return "begins to talk";
    case "KeyP":
    case "Pause":
      return "pauses the game";
    case "Tab":
    case padCode(padMap):
      return "shows the map";
    default:
      return "";
  }
}

// What is printed on the keys, by place, where the browser tells.
let labels: ReadonlyMap<string, string> = new Map();

interface LayoutKeyboard {
  getLayoutMap?(): Promise<Iterable<[string, string]>>;
}

/** Asks for what is printed on the keys: only Chromium tells, and only secure pages. */
export async function readLayout(): Promise<void> {
  const { keyboard } = navigator as { keyboard?: LayoutKeyboard };
  try {
    const map = await keyboard?.getLayoutMap?.();
    if (map !== undefined) labels = new Map(map);
  } catch {
    // A page in a frame may not know. The places' names remain.
  }
}

const codeNames: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Backquote: "`",
  Minus: "-",
  Equal: "=",
  BracketLeft: "[",
  BracketRight: "]",
  Backslash: "\\",
  IntlBackslash: "< or \\",
  Semicolon: ";",
  Quote: "'",
  Comma: ",",
  Period: ".",
  Slash: "/",
  PageUp: "Page up",
  PageDown: "Page down",
  CapsLock: "Caps lock",
  NumpadAdd: "Keypad +",
  NumpadSubtract: "Keypad -",
  NumpadMultiply: "Keypad *",
  NumpadDivide: "Keypad /",
  NumpadDecimal: "Keypad .",
  Mouse1: "Mouse 1 (left)",
  Mouse2: "Mouse 2 (right)",
  Mouse3: "Mouse 3 (middle)",
  Mouse4: "Mouse 4 (back)",
  Mouse5: "Mouse 5 (forward)",
  WheelUp: "Wheel up",
  WheelDown: "Wheel down",
};

// Of the standard layout.
const padNames = [
  "A or ✕",
  "B or ○",
  "X or □",
  "Y or △",
  "L1",
  "R1",
  "L2",
  "R2",
  "Select",
  "Start",
  "L3",
  "R3",
  "Pad ↑",
  "Pad ↓",
  "Pad ←",
  "Pad →",
  "Home",
] as const;

/** What a person calls a key or button: as it is printed on it, as far as that is known. */
export function codeName(code: string): string {
  if (code === "") return "This key";
  const pad = /^Pad(\d+)$/.exec(code);
  if (pad !== null) return padNames[Number(pad[1])] ?? `Button ${Number(pad[1]) + 1}`;
  const label = labels.get(code);
  if (label !== undefined && label.trim() !== "" && !code.startsWith("Numpad")) return label.toLocaleUpperCase();
  return (
    codeNames[code] ??
    code
      .replace(/^Key(?=.$)|^Digit/, "")
      .replace(/^Numpad/, "Keypad ")
      .replace(/^Mouse(?=\d)/, "Mouse ")
      .replace(
        /^(Shift|Alt|Control|Meta)(Left|Right)$/,
        (_, key: string, side: string) => `${key} ${side.toLowerCase()}`,
      )
  );
}
