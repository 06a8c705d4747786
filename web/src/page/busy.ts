// A button whose effect takes time shows at once that it was pressed, and when it
// takes longer, for what it waits and how long it has.

import { h, setText } from "./dom";

/** So long a message's effect is waited for, in ms: afterwards the button can be pressed again. */
const patience = 10_000;

/** What is said of a wait that goes on, ms. */
const awaitsMillis = 1000;
const secondsMillis = 3000;

/** What a button says so many ms after it was pressed: "Starting …", "Starting: waiting for the host, 4 s". */
export function busyWords(words: string, awaits: string, millis: number): string {
  const seconds = millis < secondsMillis ? "" : `${Math.floor(millis / 1000)} s`;
  if (awaits === "" || millis < awaitsMillis) return seconds === "" ? words : `${words} ${seconds}`;
  const waiting = `${words.endsWith(" …") ? words.slice(0, -2) : words}: waiting for ${awaits}`;
  return seconds === "" ? `${waiting} …` : `${waiting}, ${seconds}`;
}

export class BusyButton {
  readonly element: HTMLButtonElement;
  private off = false; // what the view says
  private busy = false;
  private since = 0; // when it was pressed, ms
  private tick: ReturnType<typeof setTimeout> | undefined;

  /** task is done when its promise is; busyText stands on the button until then. awaits is for whom or what: "the host". */
  constructor(
    className: string,
    private text: string,
    private readonly busyText: string,
    private readonly awaits: string,
    private readonly task: () => Promise<void>,
  ) {
    this.element = h("button", { type: "button", class: className, onclick: () => void this.press() }, text);
  }

  get disabled(): boolean {
    return this.off;
  }

  set disabled(off: boolean) {
    this.off = off;
    this.show();
  }

  set hidden(on: boolean) {
    if (this.element.hidden !== on) this.element.hidden = on;
  }

  label(text: string): void {
    this.text = text;
    this.show();
  }

  /** As a click does. */
  async press(): Promise<void> {
    if (this.busy || this.off) return;
    const focused = document.activeElement === this.element;
    this.busy = true;
    this.since = performance.now();
    this.update();
    try {
      await this.task();
    } finally {
      this.busy = false;
      clearTimeout(this.tick);
      this.show();
      // A button that is disabled loses the focus.
      if (focused && document.activeElement === document.body) this.element.focus();
    }
  }

  /** Says second by second how long it takes. */
  private update(): void {
    this.show();
    this.tick = setTimeout(() => this.update(), 1000 - ((performance.now() - this.since) % 1000));
  }

  private show(): void {
    this.element.disabled = this.off || this.busy;
    if (this.busy) this.element.setAttribute("aria-busy", "true");
    else this.element.removeAttribute("aria-busy");
    const millis = performance.now() - this.since;
    setText(this.element, this.busy ? busyWords(this.busyText, this.awaits, millis) : this.text);
  }
}

/**
 * What is waited for after a message: its effect shows in what the views are told
 * next, whichever that is.
 */
export class Effect {
  private done: ((changed: boolean) => void)[] = [];
  private key: string | null = null;

  /** A promise for the next change; false: none has come for so long that it is waited for no more. */
  next(): Promise<boolean> {
    return new Promise((resolve) => {
      this.done.push(resolve);
      setTimeout(() => resolve(false), patience);
    });
  }

  /** How things stand, in a form of which equal ones mean the same. */
  stands(key: string): void {
    if (key === this.key) return;
    this.key = key;
    const { done } = this;
    this.done = [];
    for (const resolve of done) resolve(true);
  }
}
