// Over the title picture, until the first tic of a game: for whom it waits, how
// much they lack, until when, and a way to begin without them.

import { h, setText } from "./dom";
import { progressWords, waitingFor } from "./progresstext";
import type { Screen, Waiting } from "./state";
import { isSpectating } from "../shared/messages";

/** How long those who are missing have before somebody may begin without them, in ms; the host sees to it, too. */
const patience = 3000;
/** How long the host waits at most. */
const longest = 10_000;

export class WaitingView {
  readonly element: HTMLElement;
  private readonly who = h("p", { class: "waiting-who", role: "status" });
  private readonly until = h("p", { class: "waiting-until" });
  private readonly begin: HTMLButtonElement;
  private waiting: Waiting | null = null;
  private over = 0; // when the waiting ends at the latest, ms
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(begin: () => void, leave: () => void) {
    this.begin = h("button", { type: "button", class: "start", hidden: true, onclick: begin }, "");
    this.element = h(
      "div",
      { class: "waiting", hidden: true },
      this.who,
      this.until,
      h(
        "div",
        { class: "actions" },
        this.begin,
        h("button", { type: "button", class: "quiet", onclick: leave }, "Leave the game"),
      ),
    );
  }

  update(screen: Screen): void {
    const on =
      screen.at === "game" && !screen.game.begun && (screen.game.role === "player" || screen.game.role === "spectator");
    if (on === this.element.hidden) {
      this.element.hidden = !on;
      clearInterval(this.timer);
      if (on) this.timer = setInterval(() => this.tick(), 250);
    }
    if (!on) {
      this.waiting = null;
      return;
    }
    const { waiting, players } = screen.lobby;
    if (waiting !== this.waiting) {
      this.waiting = waiting;
      this.over = performance.now() + (waiting?.millis ?? 0);
    }
    const missing = players.filter((p) => waiting?.slots.includes(p.slot) === true);
    const names = waitingFor(missing.map((p) => p.name));
    const lacks = missing.map(progressWords).filter((w) => w !== "");
    setText(
      this.who,
      names === ""
        ? "Waiting for the first tic …"
        : `Waiting for ${names}${lacks.length > 0 ? `: ${lacks.join(", ")}` : " …"}`,
    );
    setText(this.begin, `Start without ${names}`);
    this.element.dataset.can = String(names !== "" && !isSpectating(screen.game.role));
    this.tick();
  }

  private tick(): void {
    const left = this.over - performance.now();
    const seconds = Math.max(0, Math.ceil(left / 1000));
    setText(
      this.until,
      this.waiting === null ? "" : `The game begins in ${seconds} s at the latest. Who comes later joins it.`,
    );
    this.begin.hidden = this.element.dataset.can !== "true" || left > longest - patience;
  }
}
