// How the running game stands, for those in the lobby.

import { Retry } from "./retry";
import { WaitLine } from "./waitline";
import { h, setText } from "./dom";
import { fetchScore, type Score } from "./api";
import { clock } from "./replayview";
import { Rows, type Row } from "./rows";
import type { LobbyState } from "./state";
import { colors } from "../shared/lobby";
import { ticRate } from "../shared/wire";

const askMillis = 2000;

type Standing = Score["players"][number];

export class ScoreBoard {
  readonly element: HTMLElement;
  private readonly where = h("p");
  private readonly list = h("div", { class: "score-lines" });
  private readonly rows = new Rows<Standing>(
    this.list,
    (p) => String(p.slot),
    ({ slot }) => this.row(slot),
  );
  private readonly line = new WaitLine();
  private readonly retry = new Retry(() => this.request(), askMillis, {
    every: () => askMillis,
    status: (words) => {
      this.line.show(words);
      this.element.hidden = words === "" && this.score === null;
    },
  });
  private score: Score | null = null;
  private wanted = false;
  private lobby: LobbyState | null = null;

  constructor() {
    this.element = h("div", { class: "score", hidden: true }, this.where, this.list, this.line.element);
  }

  /** Asks for the score while there is a game to be looked at. */
  update(lobby: LobbyState, visible: boolean): void {
    this.lobby = lobby;
    const wanted = visible && lobby.running;
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    if (wanted) {
      void this.retry.now();
      return;
    }
    this.show(null);
    this.retry.stop();
  }

  private async request(): Promise<void> {
    const score = await fetchScore();
    if (this.wanted) this.show(score);
  }

  private show(s: Score | null): void {
    this.score = s;
    this.element.hidden = s === null;
    if (s === null) return;
    setText(this.where, s.phase === "level" ? `${s.map} · ${clock(s.seconds * ticRate)}` : `${s.map} · ${s.phase}`);
    this.rows.update(s.players);
  }

  private row(slot: number): Row<Standing> {
    const name = h("b");
    const standing = h("span");
    return {
      element: h("div", { class: `score-line slot-${slot}` }, name, standing),
      update: (p) => {
        setText(name, (this.lobby?.players.find((q) => q.slot === slot)?.name ?? "") || (colors[slot] ?? ""));
        const coop = this.score?.mode === "coop";
        const kills = this.score?.kills ?? 0;
        setText(standing, coop ? `${p.kills} of ${kills} kills · ${p.health} %` : `${p.frags} frags`);
      },
    };
  }
}
