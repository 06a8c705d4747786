// What is on the screen while a game gets ready.

import { logo } from "./art";
import { h, setText } from "./dom";
import type { Screen } from "./state";
import { ProgressText, Lasting, minutes, Pace, soFar } from "./progresstext";

export class LoadingView {
  readonly element: HTMLElement;
  private readonly what = h("p", { role: "status" });
  private readonly note = h("p", { class: "loading-note" });
  private readonly bar = h("progress", { max: "1" });
  private readonly fetching = new ProgressText();
  private readonly pace = new Pace();
  private readonly steps = new Lasting<string>();
  private readonly host = new Lasting<unknown>();
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
    this.show(screen);
  }

  private show(screen: Extract<Screen, { at: "loading" }>): void {
    const { lobby } = screen;
    // What was begun in the lobby goes on, whether or not something of it comes just now.
    const fetching = screen.step === "engine" ? lobby.fetching : null;
    const { step, done, total } =
      fetching === null ? screen : { step: "wad" as const, done: fetching.have, total: fetching.total };
    const now = performance.now();
    const waited = soFar(this.steps.millis(now, step));
    if (total > 0 && step !== "engine" && step !== "level") this.bar.value = done / total;
    else this.bar.removeAttribute("value");
    const part = (): string => {
      const left = this.pace.timeLeft(now, done, total);
      return `${Math.floor((done / total) * 100)} %${left === "" ? "" : `, ${left} left`}`;
    };
    switch (step) {
      case "engine":
        setText(this.what, `Fetching and starting the engine …${waited}`);
        break;
      case "wad":
        setText(this.what, `Fetching the game's data: ${this.fetching.text(now, done, total)}`);
        break;
      case "level":
        setText(this.what, `Opening the game's data …${waited}`);
        break;
      case "snapshot":
        setText(
          this.what,
          total > 0 ? `Fetching how the game stands: ${part()}` : `Fetching how the game stands …${waited}`,
        );
        break;
      case "catchUp":
        setText(
          this.what,
          total > done ? `Catching up with the game: ${part()}` : `Asking the host for the game …${waited}`,
        );
        break;
      case "savedGame":
        setText(
          this.what,
          total > done
            ? `Playing your saved game up to where you left it: ${part()}`
            : `Opening your saved game …${waited}`,
        );
        break;
      case "recording":
        setText(this.what, `Opening the recording …${waited}`);
        break;
    }
    setText(this.note, this.noteOf(lobby));
    this.note.hidden = this.note.textContent === "";
  }

  private noteOf(lobby: Extract<Screen, { at: "loading" }>["lobby"]): string {
    const { missedStart, waiting, slot, unreachable, channelLost } = lobby;
    const lost = channelLost ?? unreachable;
    const left = (lost?.retryFor ?? 0) - this.host.millis(performance.now(), lost);
    if (lost !== null)
      return left > 0
        ? `The host does not answer. This page tries to reach it for ${minutes(left)} more.`
        : "The host does not answer, and this page has stopped trying. Go back to the lobby to try again.";
    if (missedStart) return "The others play already. You join them as soon as the data is here.";
    if (waiting !== null && slot !== null && waiting.slots.includes(slot))
      return "The others wait for you, up to ten seconds. If it takes longer, you join the running game.";
    return "";
  }
}
