// How the running game stands, for those in the lobby.

import { h } from "./dom";
import { fetchScore, type Score } from "./host";
import { clock } from "./replayview";
import type { LobbyState } from "./state";
import { colors } from "../shared/lobby";
import { ticRate } from "../shared/wire";

const askMillis = 2000;

export class ScoreBoard {
  readonly element = h("div", { class: "score", hidden: true });
  private timer: ReturnType<typeof setInterval> | undefined;
  private lobby: LobbyState | null = null;

  /** Asks for the score while there is a game to be looked at. */
  update(lobby: LobbyState, visible: boolean): void {
    this.lobby = lobby;
    const wanted = visible && lobby.running;
    if (wanted === (this.timer !== undefined)) return;
    if (wanted) {
      this.timer = setInterval(() => void this.ask(), askMillis);
      void this.ask();
    } else {
      clearInterval(this.timer);
      this.timer = undefined;
      this.element.hidden = true;
    }
  }

  private async ask(): Promise<void> {
    let score: Score | null;
    try {
      score = await fetchScore();
    } catch {
      score = null;
    }
    this.element.hidden = score === null || this.timer === undefined;
    if (score !== null) this.show(score);
  }

  private show(s: Score): void {
    const names = new Map(this.lobby?.players.map((p) => [p.slot, p.name]));
    const coop = s.mode === "coop";
    this.element.replaceChildren(
      h("p", {}, s.phase === "level" ? `${s.map} · ${clock(s.seconds * ticRate)}` : `${s.map} · ${s.phase}`),
      ...s.players.map((p) =>
        h(
          "div",
          { class: `score-line slot-${p.slot}` },
          h("b", {}, names.get(p.slot) || colors[p.slot] || ""),
          h("span", {}, coop ? `${p.kills} of ${s.kills} kills · ${p.health} %` : `${p.frags} frags`),
        ),
      ),
    );
  }
}
