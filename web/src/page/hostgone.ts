// The host has ended, or cannot be reached: what has become of it, how long it is
// tried, and what one can do meanwhile. A host that comes back is found by itself.

import { h, setText } from "./dom";
import type { Screen } from "./state";
import type { Game } from "../shared/games";
import { apart, type HostGone } from "../shared/messages";

/** A host that does not answer for so long is no short hiccup, ms. */
const hiccup = 3000;

export interface HostGoneEvents {
  again(): void;
  /** Alone: from where the game stands, or a new one. */
  playOn(): void;
  playAlone(): void;
  toLobby(): void;
  /** The other games that were known last. */
  games(): readonly Game[];
}

export class HostGoneView {
  readonly element: HTMLElement;
  private readonly title = h("h2");
  private readonly text = h("p");
  private readonly until = h("p", { class: "gone-until", role: "status" });
  private readonly playOn: HTMLButtonElement;
  private readonly alone: HTMLButtonElement;
  private readonly lobby: HTMLButtonElement;
  private readonly games = h("ul", { class: "gone-games" });
  private readonly others = h("div", { class: "gone-others", hidden: true }, h("h3", {}, "Other games on this network"), this.games);
  private gone: HostGone | null = null;
  private since = -1; // when it was gone, ms
  private over = 0; // when it is tried no more
  private wanted = false; // the screen is one that needs the host
  private later = false; // the player wants to see what is behind

  constructor(events: HostGoneEvents) {
    this.playOn = h("button", { type: "button", class: "start", onclick: () => events.playOn() }, "Play on alone");
    this.alone = h("button", { type: "button", class: "quiet", onclick: () => this.aside(events.playAlone) }, "Play alone");
    this.lobby = h("button", { type: "button", class: "quiet", onclick: () => events.toLobby() }, "Leave the game");
    const again = h("button", { type: "button", class: "quiet", onclick: () => events.again() }, "Try again now");
    this.element = h(
      "div",
      { class: "gone", hidden: true },
      h("div", { class: "card" }, this.title, this.text, this.until, h("div", { class: "actions" }, this.playOn, again, this.alone, this.lobby), this.others),
    );
    setInterval(() => this.show(), 500);
    this.list = () => {
      const games = events.games();
      this.others.hidden = games.length === 0;
      this.games.replaceChildren(...games.map((g) => h("li", {}, h("a", { href: g.url }, g.name))));
    };
  }

  private readonly list: () => void;

  update(screen: Screen, wads: boolean): void {
    const { gone } = screen.lobby;
    if (gone !== this.gone) {
      this.gone = gone;
      this.over = performance.now() + (gone?.left ?? 0);
      if (gone === null) {
        this.since = -1;
        this.later = false;
      } else if (this.since < 0) {
        this.since = performance.now();
        this.list();
      }
    }
    this.wanted = screen.at === "lobby" || (screen.at === "game" && !apart(screen.game.role));
    this.playOn.hidden = screen.at !== "game" || screen.game.role !== "player" || !screen.game.begun;
    this.alone.hidden = screen.at !== "lobby" || !wads;
    this.lobby.hidden = screen.at !== "game";
    this.show();
  }

  /** Gives way to something that needs no host. */
  private aside(act: () => void): void {
    this.later = true;
    this.show();
    act();
  }

  private show(): void {
    const { gone } = this;
    const now = performance.now();
    const on = gone !== null && this.wanted && !this.later && (gone.ended || now - this.since >= hiccup);
    // Hands that are in the game must be able to click here.
    if (on && this.element.hidden && document.pointerLockElement !== null) document.exitPointerLock();
    this.element.hidden = !on;
    if (!on) return;
    setText(this.title, gone.ended ? "The host has ended doomhost" : "The host can't be reached");
    setText(
      this.text,
      gone.ended
        ? "The game and this lobby have ended with it. The recording of the game is on the host's computer, and in its list when doomhost runs there again."
        : "Its computer may be off or asleep, or one of you has lost the network. Nothing is lost yet: where the game still runs, you come back to it.",
    );
    const seconds = Math.max(0, Math.ceil((this.over - now) / 1000));
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    setText(this.until, gone.left > 0 && seconds > 0 ? `This page tries to reach it for ${clock} more, and goes on by itself when it is back.` : "This page has stopped trying.");
  }
}
