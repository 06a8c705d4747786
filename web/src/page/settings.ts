// A player's own settings, as a form in the game's menu.

import { h, setText } from "./dom";
import { openButton, saveFile } from "./files";
import { keyTaken } from "./keyboard";
import { defaultKeys, parseOptions, type Options } from "./options";
import { actions, type Action } from "../shared/actions";
import { isRecord } from "../shared/lobby";

const actionNames: Readonly<Partial<Record<Action, string>>> = {
  forward: "Forward",
  back: "Back",
  strafeLeft: "Step left",
  strafeRight: "Step right",
  turnLeft: "Turn left",
  turnRight: "Turn right",
  strafe: "Turning steps",
  run: "Run",
  attack: "Fire",
  use: "Use, open",
  nextWeapon: "Next weapon",
  prevWeapon: "Previous weapon",
};

/** There are no gamepads for want of https. */
function gamepadsKept(): boolean {
  return !isSecureContext && typeof (navigator as Partial<Navigator>).getGamepads !== "function";
}

export class Settings {
  readonly element: HTMLElement;
  private readonly keyRows = h("div", { class: "keys" });
  private readonly keyButtons = new Map<Action, HTMLButtonElement>();
  private readonly keyNote = h("p", { class: "key-note", role: "status" });
  private readonly note = h("p", { class: "note", role: "status" });

  constructor(
    private options: Options,
    private readonly changed: (options: Options) => void,
  ) {
    this.element = h("div", { class: "settings" });
    this.show();
  }

  private show(): void {
    const { options } = this;
    this.element.replaceChildren(
      this.range("Mouse speed", 1, 20, 1, options.mouseSpeed, (mouseSpeed) => ({ mouseSpeed })),
      this.choice("Picture", String(options.scale), [["1", "320 × 200"], ["2", "Twice as fine"], ["3", "Three times as fine"]], (v) => ({ scale: Number(v) })),
      this.range("Brightness", 0, 4, 1, options.gamma, (gamma) => ({ gamma })),
      this.range("Effects", 0, 1, 0.05, options.effects, (effects) => ({ effects })),
      this.range("Music", 0, 1, 0.05, options.music, (music) => ({ music })),
      h(
        "div",
        { class: "checks" },
        this.check("Always run", options.alwaysRun, (alwaysRun) => ({ alwaysRun })),
        this.check("Mouse also walks", options.mouseForward, (mouseForward) => ({ mouseForward })),
        this.check("Smooth between tics", options.interpolate, (interpolate) => ({ interpolate })),
        this.check("Fill a wide screen", options.wide, (wide) => ({ wide })),
        this.check("Vanilla: the picture of 1993", options.vanilla, (vanilla) => ({ vanilla })),
        this.check("Status bar", options.bar, (bar) => ({ bar })),
        this.check("Messages", options.messages, (messages) => ({ messages })),
        this.check("Show the connection", options.netGraph, (netGraph) => ({ netGraph })),
        this.check("Mute", options.muted, (muted) => ({ muted })),
      ),
      ...(/iPhone|iPad/.test(navigator.userAgent) ? [h("p", { class: "note" }, "The ring switch of this device mutes the game, too.")] : []),
      ...(gamepadsKept() ? [h("p", { class: "note" }, "This browser lets only secure pages (https) use gamepads; this one is plain http.")] : []),
      h(
        "details",
        {},
        h("summary", {}, "Keys"),
        this.keyRows,
        this.keyNote,
        h("button", { type: "button", class: "quiet", onclick: () => { this.set({ keys: defaultKeys }); this.showKeys(); } }, "Back to the usual keys"),
      ),
      h(
        "details",
        {},
        h("summary", {}, "Take these settings along"),
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "quiet", onclick: () => saveFile("doomhost-settings.json", JSON.stringify(this.options, null, 2), "application/json") }, "Settings to a file"),
          openButton("Settings from a file", ".json,application/json", (file) => void this.open(file)),
        ),
      ),
      this.note,
    );
    this.keyRows.replaceChildren(...actions.filter((a) => a in actionNames).map((a) => this.keyRow(a)));
    setText(this.keyNote, "");
    this.showKeys();
  }

  private async open(file: File): Promise<void> {
    try {
      const v: unknown = JSON.parse(await file.text());
      if (!isRecord(v) || !("keys" in v)) throw new SyntaxError("no settings");
      this.set(parseOptions(v));
      this.show();
      setText(this.note, "Done.");
    } catch {
      setText(this.note, "This file holds no settings of doomhost.");
    }
  }

  private set(change: Partial<Options>): void {
    this.options = { ...this.options, ...change };
    this.changed(this.options);
  }

  private range(label: string, min: number, max: number, step: number, value: number, change: (v: number) => Partial<Options>): HTMLElement {
    const input = h("input", { type: "range", min: String(min), max: String(max), step: String(step), value: String(value), oninput: () => this.set(change(Number(input.value))) });
    return h("label", { class: "field" }, h("span", { class: "label" }, label), input);
  }

  private choice(label: string, value: string, choices: readonly (readonly [string, string])[], change: (v: string) => Partial<Options>): HTMLElement {
    const select = h("select", { onchange: () => this.set(change(select.value)) }, ...choices.map(([v, text]) => h("option", { value: v }, text)));
    select.value = value;
    return h("label", { class: "field" }, h("span", { class: "label" }, label), select);
  }

  private check(label: string, value: boolean, change: (v: boolean) => Partial<Options>): HTMLElement {
    const box = h("input", { type: "checkbox", checked: value, onchange: () => this.set(change(box.checked)) });
    return h("label", { class: "check" }, box, h("span", {}, label));
  }

  private showKeys(): void {
    for (const [action, button] of this.keyButtons) {
      const codes = Object.entries(this.options.keys).filter(([, a]) => a === action).map(([code]) => keyName(code));
      setText(button, codes.join(", ") || "none");
    }
  }

  private keyRow(action: Action): HTMLElement {
    const button = h("button", { type: "button", class: "key" });
    this.keyButtons.set(action, button);
    button.addEventListener("click", () => {
      setText(button, "press a key …");
      setText(this.keyNote, "");
      const stop = (): void => {
        removeEventListener("keydown", take, true);
        button.removeEventListener("blur", stop);
        this.showKeys();
      };
      const take = (e: KeyboardEvent): void => {
        e.preventDefault();
        e.stopPropagation();
        if (e.repeat) return; // of the one that chose the button
        this.bind(action, e.code);
        stop();
      };
      addEventListener("keydown", take, true);
      button.addEventListener("blur", stop);
    });
    return h("div", { class: "key-row" }, h("span", {}, actionNames[action] ?? action), button);
  }

  private bind(action: Action, code: string): void {
    const taken = keyTaken(code);
    if (taken === "") {
      const others = Object.entries(this.options.keys).filter(([c, a]) => a !== action && c !== code);
      this.set({ keys: Object.fromEntries([...others, [code, action]]) });
    } else if (code !== "Escape") {
      setText(this.keyNote, `${code === "" ? "This key" : keyName(code)} ${taken}: please choose another key.`);
    }
  }
}

/** A key's place in words. */
function keyName(code: string): string {
  return code
    .replace(/^Key|^Digit|^Numpad(?=.)/, "")
    .replace(/^Arrow(.*)$/, (_, d: string) => ({ Up: "↑", Down: "↓", Left: "←", Right: "→" })[d] ?? d)
    .replace(/(Left|Right)$/, (side) => ` ${side.toLowerCase()}`);
}
