// The line that is typed in a game. A player's characters go to the engine one
// by one and show in the picture; an onlooker's line goes to the lobby.

import { h } from "./dom";

export interface SayEvents {
  /** A character for the engine: those of ASCII, or one of the controls below. */
  type(char: number): void;
  /** The whole line, when it is done. */
  line(text: string): void;
  closed(): void;
}

// Characters that the engine's line of chat understands as keys.
const charEnter = 13;
const charEscape = 27;
const charErase = 127;
// The engine's font begins with the space and ends with the underscore.
const lastChar = 95;
const longest = 70; // characters

/** What the engine's font can show of a text: capitals, and letters without their accents. */
export function printable(text: string): string {
  const shown = [...text.normalize("NFD").toUpperCase()].filter((c) => c >= " " && c.charCodeAt(0) <= lastChar);
  return shown.slice(0, longest).join("");
}

/**
 * The characters that make one line of another: erasures down to what both begin
 * with, then the rest.
 */
export function retype(from: string, to: string): number[] {
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  return [...Array<number>(from.length - same).fill(charErase), ...Array.from(to.slice(same), (c) => c.charCodeAt(0))];
}

export class SayLine {
  readonly element: HTMLInputElement;
  private typed = ""; // what the engine has of the line
  private open = false;

  constructor(private readonly events: SayEvents) {
    this.element = h("input", {
      class: "say",
      type: "text",
      maxlength: String(longest),
      hidden: true,
      "aria-label": "Say to all",
      placeholder: "Say to all, then Enter",
      autocomplete: "off",
      enterkeyhint: "send",
      onkeydown: (e) => this.key(e),
      // Also while a letter is put together (dead keys, input methods): what the
      // field shows then is taken back by what it shows next.
      oninput: () => this.sync(),
      onblur: () => this.giveUp(),
    });
  }

  /** Shows the line, or hides it: then it is given up. */
  show(open: boolean): void {
    if (open === this.open) return;
    if (!open) this.events.type(charEscape);
    this.turn(open);
    if (open) this.element.focus();
  }

  /** Ends the line without saying it. */
  giveUp(): void {
    if (!this.open) return;
    this.show(false);
    this.events.closed();
  }

  private key(e: KeyboardEvent): void {
    e.stopPropagation(); // the game's keys are letters here
    // Enter that ends a composition: Safari says so by the number alone.
    if (e.isComposing || e.keyCode === 229) return;
    if (e.key === "Enter") {
      e.preventDefault();
      this.sync();
      this.events.type(charEnter);
      const line = this.element.value.trim();
      if (line !== "") this.events.line(line);
      this.turn(false);
      this.events.closed();
    } else if (e.key === "Escape") {
      e.preventDefault();
      this.giveUp();
    }
  }

  private sync(): void {
    const now = printable(this.element.value);
    for (const c of retype(this.typed, now)) this.events.type(c);
    this.typed = now;
  }

  private turn(open: boolean): void {
    this.open = open; // first: a hidden field loses the focus
    this.element.hidden = !open;
    this.element.value = "";
    this.typed = "";
  }
}
