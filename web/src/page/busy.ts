// A button whose effect takes time shows at once that it was pressed.

import { h, setText } from "./dom";

/** So long a message's effect is waited for, in ms: afterwards the button can be pressed again. */
const patience = 10_000;

export class BusyButton {
  readonly element: HTMLButtonElement;
  private off = false; // what the view says
  private busy = false;

  /** task is done when its promise is; words stand on the button until then. */
  constructor(
    className: string,
    private text: string,
    private readonly words: string,
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
    this.show();
    try {
      await this.task();
    } finally {
      this.busy = false;
      this.show();
      // A button that is disabled loses the focus.
      if (focused && document.activeElement === document.body) this.element.focus();
    }
  }

  private show(): void {
    this.element.disabled = this.off || this.busy;
    if (this.busy) this.element.setAttribute("aria-busy", "true");
    else this.element.removeAttribute("aria-busy");
    setText(this.element, this.busy ? this.words : this.text);
  }
}

/**
 * What is waited for after a message: its effect shows in what the views are told
 * next, whichever that is.
 */
export class Effect {
  private done: (() => void)[] = [];
  private key: string | null = null;

  /** A promise for the next change. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.done.push(resolve);
      setTimeout(resolve, patience);
    });
  }

  /** How things stand, in a form of which equal ones mean the same. */
  stands(key: string): void {
    if (key === this.key) return;
    this.key = key;
    const { done } = this;
    this.done = [];
    for (const resolve of done) resolve();
  }
}
