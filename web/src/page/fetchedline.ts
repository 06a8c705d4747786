// In the lobby: how far the game's data is that its settings need, or why it does
// not come.

import { h, setText } from "./dom";
import type { LobbyState } from "./state";
import { ProgressText } from "./progresstext";
import { sentence, failureText } from "./text";

export class FetchedLine {
  readonly element = h("span", { class: "fetched", role: "status" });
  private readonly fetching = new ProgressText();
  private lobby: LobbyState | null = null;

  constructor() {
    setInterval(() => this.show(), 500);
  }

  update(lobby: LobbyState): void {
    this.lobby = lobby;
    this.show();
  }

  private show(): void {
    if (this.lobby === null) return;
    const { fetching, fetchFailure } = this.lobby;
    if (fetchFailure !== null) {
      const { title, text } = failureText(fetchFailure);
      setText(
        this.element,
        fetchFailure.kind === "wads"
          ? `${sentence(title)} The host is asked again every few seconds.`
          : `${sentence(title)} ${text}`,
      );
    } else if (fetching !== null) {
      setText(
        this.element,
        `Fetching the game's data: ${this.fetching.text(performance.now(), fetching.have, fetching.total)}`,
      );
    } else {
      setText(this.element, "");
    }
  }
}
