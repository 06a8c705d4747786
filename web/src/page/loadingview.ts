// What is on the screen while a game gets ready.

import { logo } from "./art";
import { h, setText } from "./dom";
import type { Screen } from "./state";

export class LoadingView {
  readonly element: HTMLElement;
  private readonly what = h("p", { role: "status" });
  private readonly bar = h("progress", { max: "1" });

  constructor(cancel: () => void) {
    this.element = h(
      "div",
      { class: "loading" },
      logo(),
      this.bar,
      this.what,
      h("button", { type: "button", class: "quiet", onclick: cancel }, "Back to the lobby"),
    );
  }

  update(screen: Extract<Screen, { at: "loading" }>): void {
    const { step, done, total } = screen;
    const part = total > 0 ? done / total : 0;
    switch (step) {
      case "engine":
        this.bar.removeAttribute("value");
        setText(this.what, "Starting the engine …");
        break;
      case "wad":
        this.bar.value = part;
        setText(this.what, `Fetching the game's data: ${megabytes(done)} of ${megabytes(total)} MB`);
        break;
      case "level":
        this.bar.removeAttribute("value");
        setText(this.what, "Opening the game's data …");
        break;
      case "catchUp":
        if (total > 0) this.bar.value = part;
        else this.bar.removeAttribute("value");
        setText(this.what, total > done ? `Catching up with the game: ${Math.floor(part * 100)} %` : "Waiting for the others …");
        break;
    }
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
