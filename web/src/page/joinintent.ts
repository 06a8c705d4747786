// Who comes by a click on another host's list wants to be in the game, or to
// watch it, without a second click. The wish stands behind the # of the address.

import type { FromHost } from "../shared/lobby";

export class JoinIntent {
  private intent: "join" | "watch" | null = null;

  constructor(
    private readonly join: () => void,
    private readonly watch: () => void,
  ) {
    const wish = location.hash.slice(1);
    if (wish !== "join" && wish !== "watch") return;
    this.intent = wish;
    history.replaceState(null, "", location.pathname + location.search); // a reload is no new wish
  }

  /** The host's first word after the connection says whether a game runs. */
  received(m: FromHost): void {
    if (m.t !== "inprogress" && m.t !== "welcome") return;
    const wish = this.intent;
    this.intent = null;
    if (m.t !== "inprogress") return; // in the lobby a seat is taken anyway
    if (wish === "join") this.join();
    if (wish === "watch") this.watch();
  }
}
