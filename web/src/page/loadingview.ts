// What is on the screen while a game gets ready.

import { logo } from "./art";
import { h, setText } from "./dom";
import type { Screen } from "./state";
import { megabytes, Pace } from "./waits";

/** A step that takes longer says for how long it has. */
const longMillis = 1500;

export class LoadingView {
  readonly element: HTMLElement;
  private readonly what = h("p", { role: "status" });
  private readonly note = h("p", { class: "loading-note" });
  private readonly bar = h("progress", { max: "1" });
  private readonly pace = new Pace();
  private step = "";
  private since = 0;
  private screen: Extract<Screen, { at: "loading" }> | null = null;

  constructor(cancel: () => void) {
    this.element = h(
      "div",
      { class: "loading" },
      logo(),
      this.bar,
      this.what,
      this.note,
      h("button", { type: "button", class: "quiet", onclick: cancel }, "Back to the lobby"),
    );
    setInterval(() => {
      if (this.screen !== null && !this.element.hidden) this.show(this.screen);
    }, 500);
  }

  update(screen: Extract<Screen, { at: "loading" }>): void {
    this.screen = screen;
    if (screen.step !== this.step) [this.step, this.since] = [screen.step, performance.now()];
    this.show(screen);
  }

  private show({ step, done, total, lobby }: Extract<Screen, { at: "loading" }>): void {
    const now = performance.now();
    const part = total > 0 ? done / total : 0;
    const waited = now - this.since;
    const soFar = waited >= longMillis ? ` (${Math.floor(waited / 1000)} s so far)` : "";
    switch (step) {
      case "engine":
        this.bar.removeAttribute("value");
        setText(this.what, `Starting the engine …${soFar}`);
        break;
      case "wad": {
        this.bar.value = part;
        const left = this.pace.left(now, done, total);
        setText(this.what, `Fetching the game's data: ${megabytes(done)} of ${megabytes(total)} MB${left === "" ? "" : `, ${left} left`}`);
        break;
      }
      case "level":
        this.bar.removeAttribute("value");
        setText(this.what, `Opening the game's data …${soFar}`);
        break;
      case "catchUp":
        if (total > 0) this.bar.value = part;
        else this.bar.removeAttribute("value");
        setText(this.what, total > done ? `Catching up with the game: ${Math.floor(part * 100)} %` : `Asking the host for the game …${soFar}`);
        break;
    }
    setText(this.note, this.noteOf(lobby));
    this.note.hidden = this.note.textContent === "";
  }

  private noteOf({ missed, waiting, slot }: Extract<Screen, { at: "loading" }>["lobby"]): string {
    if (missed) return "The others play already. You join them as soon as the data is here.";
    if (waiting !== null && slot !== null && waiting.slots.includes(slot)) return "The others wait for you, up to ten seconds. If it takes longer, you join the running game.";
    return "";
  }
}
