// The host has ended, or cannot be reached: what has become of it, how long it is
// tried, and what one can do meanwhile. A host that comes back is found by itself.

import { h, setText } from "./dom";
import type { Screen } from "./state";
import type { Game } from "../shared/games";
import { minutes } from "./progresstext";
import { isOffline, type HostUnreachable } from "../shared/messages";

/** A host that does not answer for so long is no short hiccup, ms. */
const hiccup = 3000;

export interface HostUnreachableEvents {
  retry(): void;
  /** Alone: from where the game stands, or a new one. */
  playOn(): void;
  playAlone(): void;
  toLobby(): void;
  /** The other games that were known last. */
  games(): readonly Game[];
}

export class HostUnreachableView {
  readonly element: HTMLElement;
  private readonly card: HTMLElement;
  private readonly title = h("h2");
  private readonly text = h("p");
  private readonly until = h("p", { class: "gone-until", role: "status" });
  private readonly playOn: HTMLButtonElement;
  private readonly alone: HTMLButtonElement;
  private readonly lobby: HTMLButtonElement;
  private readonly retryButton: HTMLButtonElement;
  private readonly games = h("ul", { class: "gone-games" });
  private readonly others = h(
    "div",
    { class: "gone-others", hidden: true },
    h("h3", {}, "Other games on this network"),
    this.games,
  );
  private unreachable: HostUnreachable | null = null;
  private since = -1; // when it was unreachable, ms
  private over = 0; // when it is tried no more
  private needsHost = false; // the screen is one that needs the host
  private later = false; // the player wants to see what is behind

  constructor(events: HostUnreachableEvents) {
    this.playOn = h("button", { type: "button", class: "start", onclick: () => events.playOn() }, "Play on alone");
    this.alone = h(
      "button",
      { type: "button", class: "quiet", onclick: () => this.aside(events.playAlone) },
      "Play alone",
    );
    this.lobby = h("button", { type: "button", class: "quiet", onclick: () => events.toLobby() }, "Leave the game");
    this.retryButton = h("button", { type: "button", class: "quiet", onclick: () => events.retry() }, "Try again now");
    this.title.id = "gone-title";
    this.card = h(
      "div",
      { class: "card", role: "dialog", "aria-labelledby": "gone-title", tabindex: "-1" },
      this.title,
      this.text,
      this.until,
      h("div", { class: "actions" }, this.playOn, this.retryButton, this.alone, this.lobby),
      this.others,
    );
    this.element = h("div", { class: "gone", hidden: true }, this.card);
    setInterval(() => this.show(), 500);
    this.list = () => {
      const games = events.games();
      this.others.hidden = games.length === 0;
      this.games.replaceChildren(...games.map((g) => h("li", {}, h("a", { href: g.url }, g.name))));
    };
  }

  private readonly list: () => void;

  update(screen: Screen, wads: boolean): void {
    const { unreachable } = screen.lobby;
    if (unreachable !== this.unreachable) {
      this.unreachable = unreachable;
      this.over = performance.now() + (unreachable?.retryFor ?? 0);
      if (unreachable === null) {
        this.since = -1;
        this.later = false;
      } else if (this.since < 0) {
        this.since = performance.now();
        this.list();
      }
    }
    this.needsHost = screen.at === "lobby" || (screen.at === "game" && !isOffline(screen.game.role));
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
    const { unreachable } = this;
    const now = performance.now();
    const on =
      unreachable !== null && this.needsHost && !this.later && (unreachable.ended || now - this.since >= hiccup);
    // Hands that are in the game must be able to click here.
    if (on && this.element.hidden && document.pointerLockElement !== null) document.exitPointerLock();
    if (on === this.element.hidden) {
      this.element.hidden = !on;
      this.cover(on);
    }
    if (!on) return;
    setText(this.title, unreachable.ended ? "The host has ended doomhost" : "The host can't be reached");
    setText(this.text, unreachableText(unreachable));
    const left = this.over - now;
    const trying = unreachable.retryFor > 0 && left > 0;
    setText(
      this.until,
      trying
        ? `This page tries to reach it for ${minutes(left)} more, and goes on by itself when it is back.`
        : "This page has tried for ten minutes, and has stopped.",
    );
    setText(this.retryButton, trying ? "Try again now" : "Try again");
  }

  /** What is behind is out of reach while the host is unreachable. */
  private cover(on: boolean): void {
    for (const el of this.element.parentElement?.children ?? []) {
      if (el !== this.element && el instanceof HTMLElement && el.tagName !== "SCRIPT") el.inert = on;
    }
    if (on) this.card.focus();
  }
}

function unreachableText({ wasConnected, ended }: HostUnreachable): string {
  if (ended)
    return "The game and this lobby have ended with it. The recording of the game is on the host's computer, and in its list when doomhost runs there again.";
  if (wasConnected)
    return "Its computer may be off or asleep, or one of you has lost the network. Nothing is lost yet: where the game still runs, you come back to it.";
  return "This page came from it, but its lobby does not answer. The host may have just ended, or something on the way (a proxy, a filter) holds the connection up: try another network or browser.";
}
