// The line that is typed in a game. A player's line goes to the engine as it is
// typed, which spells it with its font and shows it in the picture; a spectator's
// goes to the lobby.

import { h } from "./dom";

export interface ChatInputEvents {
  /** What the line says so far, for the engine. */
  text(text: string): void;
  /** One of the controls below, for the engine. */
  type(char: number): void;
  /** The whole line, when it is done. */
  line(text: string): void;
  closed(): void;
}

// Characters that the engine's line of chat understands as keys.
const charEnter = 13;
const charEscape = 27;
const longest = 70; // characters

export class ChatInput {
  readonly element: HTMLInputElement;
  private open = false;

  constructor(private readonly events: ChatInputEvents) {
    this.element = h("input", {
      class: "say",
      type: "text",
      maxlength: String(longest),
      hidden: true,
      "aria-label": "Say to all",
      placeholder: "Say to all, then Enter",
      autocomplete: "off",
      enterkeyhint: "send",
      dir: "auto",
      onkeydown: (e) => this.key(e),
      // Also while a letter is put together (dead keys, input methods): what the
      // field shows then is taken back by what it shows next.
      oninput: () => this.sync(),
      onblur: () => this.cancel(),
    });
  }

  /** Shows the line, or hides it: then it is given up. */
  show(open: boolean): void {
    if (open === this.open) return;
    if (!open) this.events.type(charEscape);
    this.toggle(open);
    if (open) this.element.focus();
  }

  /** Ends the line without saying it. */
  cancel(): void {
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
      this.toggle(false);
      this.events.closed();
    } else if (e.key === "Escape") {
      e.preventDefault();
      this.cancel();
    }
  }

  private sync(): void {
    this.events.text(this.element.value);
  }

  private toggle(open: boolean): void {
    this.open = open; // first: a hidden field loses the focus
    this.element.hidden = !open;
    this.element.value = "";
  }
}
