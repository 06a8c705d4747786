// A line that says what is waited for of the host's answers; hidden while nothing is.

import { h, setText } from "./dom";

export class WaitLine {
  readonly element = h("p", { class: "ask-line", role: "status", hidden: true });

  show(words: string): void {
    setText(this.element, words);
    this.element.hidden = words === "";
  }
}
