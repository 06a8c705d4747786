// The form in which keys and buttons are given to actions. Nothing is taken from
// an action without a word, and every change can be undone.

import {
  bind,
  codeName,
  codeNoun,
  codesOf,
  codeTaken,
  defaultBindings,
  deviceOf,
  mouseCode,
  padCode,
  readLayout,
  unbind,
  wheelCode,
  type Bindings,
  type Device,
} from "./bindings";
import { h, setText } from "./dom";
import { padsPressed } from "./gamepad";
import { mapKeyTaken } from "./keyboard";
import { Wheel } from "./mouse";
import { Rows, type Row } from "./rows";
import type { Action } from "../shared/actions";

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
  weapon1: "Weapon 1",
  weapon2: "Weapon 2",
  weapon3: "Weapon 3",
  weapon4: "Weapon 4",
  weapon5: "Weapon 5",
  weapon6: "Weapon 6",
  weapon7: "Weapon 7",
  weapon8: "Weapon 8",
};

const named = Object.keys(actionNames) as Action[];

/** So many keys and buttons of an action are shown at least: empty ones take another. */
const slots: Readonly<Record<Device, number>> = { hand: 2, pad: 1 };

const prompts: Readonly<Record<Device, string>> = {
  hand: "Press a key or a mouse button, or turn the wheel. Esc leaves it as it is.",
  pad: "Press a button of the gamepad. Esc leaves it as it is.",
};

function actionName(action: Action): string {
  return actionNames[action] ?? action;
}

/** A place for a key or a button: one that is bound, or none with its number. */
interface Slot {
  readonly key: string;
  readonly code: string;
}

interface ActionRow {
  readonly action: Action;
  readonly slots: HTMLElement;
  readonly shown: Rows<Slot>;
}

export class BindingForm {
  readonly element: HTMLElement;
  private readonly rows: readonly ActionRow[];
  private readonly note = h("span", {});
  private readonly undo: HTMLButtonElement;
  private before: Bindings | null = null; // what undo brings back
  private stop: (() => void) | null = null; // ends the waiting for a key

  constructor(
    private readonly device: Device,
    private bindings: Bindings,
    private readonly changed: (bindings: Bindings) => void,
  ) {
    this.rows = named.map((action): ActionRow => {
      const slots = h("span", { class: "key-slots" });
      const shown = new Rows<Slot>(
        slots,
        (s) => s.key,
        (s) => this.slot(action, s.code),
      );
      return { action, slots, shown };
    });
    this.undo = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.takeBack() }, "Undo");
    this.element = h(
      "div",
      {},
      h(
        "div",
        { class: "keys" },
        ...this.rows.map((row) =>
          h(
            "div",
            { class: "key-row", "data-action": row.action },
            h("span", { class: "key-action" }, actionName(row.action)),
            row.slots,
          ),
        ),
      ),
      h("p", { class: "key-note", role: "status" }, this.note, this.undo),
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => this.reset() },
        device === "hand" ? "Back to the usual keys" : "Back to the usual buttons",
      ),
    );
    this.show();
  }

  /** Shows other bindings, or the same after the layout became known. */
  update(bindings: Bindings): void {
    this.bindings = bindings;
    if (this.stop === null) this.show();
  }

  /** Somebody looks at it: the keys are named as they are printed now. */
  opened(): void {
    void readLayout().then(() => this.update(this.bindings));
  }

  /** A slot that stays keeps its buttons: one of them may just be pressed. */
  private show(): void {
    for (const row of this.rows) {
      const codes = codesOf(this.bindings, row.action, this.device);
      while (codes.length < slots[this.device]) codes.push("");
      row.shown.update(codes.map((code, i) => ({ key: code || `none ${i}`, code })));
    }
  }

  private slot(action: Action, code: string): Row<Slot> {
    const button = h("button", {
      type: "button",
      class: "key",
      "data-code": code,
      onclick: () => this.wait(action, code, button),
    });
    const clear = h(
      "button",
      { type: "button", class: "key-clear", title: "Clear", onclick: () => this.clear(action, code) },
      "×",
    );
    return {
      element: code === "" ? button : h("span", { class: "key-slot" }, button, clear),
      update: () => {
        const text = code === "" ? "none" : codeName(code); // the layout may have become known
        setText(button, text);
        button.setAttribute("aria-label", `${text}: ${actionName(action)}`);
        button.classList.remove("waits");
        clear.setAttribute("aria-label", `Clear ${text}`);
      },
    };
  }

  /** Waits for a key or button; whatever else has the focus afterwards ends it. */
  private wait(action: Action, old: string, button: HTMLButtonElement): void {
    this.stop?.();
    setText(button, "press …");
    button.setAttribute("aria-label", `press … ${prompts[this.device]}`);
    button.classList.add("waits");
    button.focus();
    this.showNote(prompts[this.device]);
    const listening = new AbortController();
    const stop = (): void => {
      if (this.stop !== stop) return;
      this.stop = null;
      listening.abort();
      this.show();
    };
    this.stop = stop;
    const take = (code: string): void => {
      this.stop = null;
      listening.abort();
      this.assign(action, old, code);
      (this.slotOf(action, code) ?? this.slotOf(action, old))?.focus();
    };
    listen(this.device, listening.signal, take, stop);
    button.addEventListener(
      "blur",
      () => {
        if (this.stop === stop) this.showNote("");
        stop();
      },
      { signal: listening.signal },
    );
  }

  private slotOf(action: Action, code: string): HTMLButtonElement | null {
    const row = this.rows.find((r) => r.action === action);
    return row?.slots.querySelector<HTMLButtonElement>(`[data-code="${code}"]`) ?? null;
  }

  private assign(action: Action, old: string, code: string): void {
    const name = codeName(code);
    const taken = codeTaken(code);
    const was = this.bindings[code];
    if (taken !== "") {
      this.show();
      this.showNote(
        code === "Escape"
          ? "Esc opens the menu: nothing was changed."
          : `${name} ${taken}: please choose another ${codeNoun(code)}.`,
      );
      return;
    }
    if (was === action) {
      this.show();
      this.showNote(
        code === old ? `${name} stays ${actionName(action)}.` : `${name} is ${actionName(action)} already.`,
      );
      return;
    }
    this.set(bind(this.bindings, action, old, code));
    const words: string[] = [];
    if (was !== undefined) words.push(this.lost(name, was));
    const map = mapKeyTaken(code);
    if (map !== "") words.push(`While the map is shown, ${name} ${map}.`);
    this.showNote([`${name} is ${actionName(action)} now.`, ...words].join(" "), true);
  }

  /** What an action lost, and what it has left. */
  private lost(name: string, was: Action): string {
    const left = [
      ...codesOf(this.bindings, was, this.device),
      ...codesOf(this.bindings, was, this.device === "pad" ? "hand" : "pad"),
    ].map(codeName);
    return `${name} was ${actionName(was)}; ${actionName(was)} has ${left.length > 0 ? left.join(", ") : "nothing"} left.`;
  }

  private clear(action: Action, code: string): void {
    this.stop?.();
    this.set(unbind(this.bindings, code));
    this.showNote(this.lost(codeName(code), action), true);
    this.slotOf(action, "")?.focus();
  }

  private reset(): void {
    this.stop?.();
    const of = (bindings: Bindings, device: Device): Bindings =>
      Object.fromEntries(Object.entries(bindings).filter(([c]) => deviceOf(c) === device));
    const { bindings } = this;
    this.set(
      this.device === "hand"
        ? { ...of(defaultBindings, "hand"), ...of(bindings, "pad") }
        : { ...of(bindings, "hand"), ...of(defaultBindings, "pad") },
    );
    this.showNote("All are as they were at first.", true);
  }

  private takeBack(): void {
    const { before } = this;
    if (before === null) return;
    this.set(before);
    this.showNote("As it was before.");
  }

  private set(bindings: Bindings): void {
    this.before = this.bindings;
    this.bindings = bindings;
    this.changed(bindings);
    this.show();
  }

  private showNote(text: string, undo = false): void {
    setText(this.note, text);
    if (!undo) this.before = null;
    this.undo.hidden = !undo;
  }
}

/** Listens for one key or button before anything else in the page hears of it. */
function listen(device: Device, signal: AbortSignal, take: (code: string) => void, stop: () => void): void {
  const options = { capture: true, signal, passive: false } as const;
  const mine = (e: Event): void => {
    e.preventDefault();
    e.stopImmediatePropagation();
  };
  addEventListener(
    "keydown",
    (e) => {
      mine(e);
      if (e.repeat) return; // of the one that chose the slot
      if (device === "hand" || e.code === "Escape") take(e.code);
    },
    options,
  );
  if (device === "pad") {
    const held = padsPressed();
    const look = (): void => {
      if (signal.aborted) return;
      const now = padsPressed();
      for (const b of held) if (!now.has(b)) held.delete(b);
      const pressed = [...now].find((b) => !held.has(b));
      if (pressed !== undefined) take(padCode(pressed));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return;
  }
  const wheel = new Wheel();
  addEventListener(
    "wheel",
    (e) => {
      mine(e);
      const step = wheel.scroll(e, e.timeStamp);
      if (step !== 0) take(wheelCode(step));
    },
    options,
  );
  addEventListener(
    "pointerdown",
    (e) => {
      if (e.pointerType !== "mouse") {
        stop(); // a finger has no button to bind
        return;
      }
      mine(e);
      swallow();
      take(mouseCode(e.button));
    },
    options,
  );
}

/** A press of a mouse's button means nothing else, until it is over. */
function swallow(): void {
  const pressed = new AbortController();
  const options = { capture: true, signal: pressed.signal } as const;
  for (const type of ["mousedown", "mouseup", "click", "auxclick", "contextmenu"] as const) {
    addEventListener(
      type,
      (e) => {
        e.preventDefault();
        e.stopImmediatePropagation();
      },
      options,
    );
  }
  // The click follows the button's rise in the same turn of the event loop, or in the next.
  addEventListener("pointerup", () => setTimeout(() => pressed.abort()), options);
  addEventListener("blur", () => pressed.abort(), { signal: pressed.signal });
}
