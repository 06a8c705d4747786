// Over a game that waits, or is not as it should be: for whom or for what, until
// when, and what one can do.

import { h, setText } from "./dom";
import type { GameState, LobbyState, Screen } from "./state";
import { Lasting, minutes, soFar, waitingFor } from "./progresstext";
import { colors } from "../shared/lobby";
import { isSpectating } from "../shared/messages";

/** How long a slot that says nothing stays in the game, s. */
const keptSeconds = 5;
/** A pause and an intermission are no news to who made them. */
const patience = 3000;

export class Banner {
  readonly element: HTMLElement;
  private readonly text = h("span");
  private readonly reconnectButton: HTMLButtonElement;
  private readonly wait = new Lasting<string>();
  private readonly loss = new Lasting<unknown>();
  private screen: Extract<Screen, { at: "game" }> | null = null;

  constructor(again: () => void) {
    this.reconnectButton = h("button", { type: "button", class: "quiet", hidden: true, onclick: again }, "Try again");
    this.element = h("div", { class: "banner", role: "status", hidden: true }, this.text, this.reconnectButton);
    setInterval(() => this.show(), 500);
  }

  update(screen: Screen): void {
    this.screen = screen.at === "game" ? screen : null;
    this.show();
  }

  private show(): void {
    const { screen } = this;
    if (screen === null) return;
    const { game, lobby } = screen;
    const now = performance.now();
    const left = Math.max(0, (lobby.channelLost?.retryFor ?? 0) - this.loss.millis(now, lobby.channelLost));
    const words = bannerWords(game, lobby, left, this.wait.millis(now, bannerKind(game)));
    setText(this.text, words);
    this.element.hidden = words === "";
    this.element.classList.toggle("low", ["paused", "press", "leave"].includes(bannerKind(game)));
    this.reconnectButton.hidden = !gaveUp(lobby);
  }
}

/** Nothing is tried any more until somebody says so. */
function gaveUp(lobby: LobbyState): boolean {
  return lobby.channelLost?.retryFor === 0;
}

/** What the banner is about: one thing at a time, the most urgent. */
export function bannerKind(game: GameState): string {
  if (!game.connected) return "lost";
  if (game.silent) return "silent";
  if (game.resyncing) return "resync";
  if (game.outOfStep) return "outOfStep";
  if (game.filled !== 0) return `filled ${game.filled}`;
  if (game.saveRefused) return "saveRefused";
  if (game.paused) return "paused";
  return game.awaits;
}

/** What it says: left is for how long a lost connection is tried, waited how long it has been so, in ms. */
export function bannerWords(game: GameState, lobby: LobbyState, left: number, waited: number): string {
  switch (bannerKind(game)) {
    case "lost":
      if (gaveUp(lobby)) return "Connection lost. This page has tried for ten minutes to get back to the game.";
      return `Connection lost. Getting back to the game …${lobby.channelLost === null || waited < patience ? "" : ` It is tried for ${minutes(left)} more.`}`;
    case "silent":
      return `The host doesn't answer. Waiting …${soFar(waited)}${isSpectating(game.role) ? "" : ` It keeps your place for ${keptSeconds} s after it heard you last.`}`;
    case "resync":
      return `Your game differs from the others'. Taking the host's, to come back in step …${soFar(waited)}`;
    case "outOfStep":
      return "This page's game differs from the others'. Reload to come back in step.";
    case "saveRefused":
      return "This browser does not keep your game. To have it again, save it to a file from the menu.";
    case "paused":
      return waited < patience
        ? ""
        : game.role === "solo"
          ? "Paused. Press Pause to go on."
          : "Paused, until any player presses Pause.";
    case "press":
      if (waited < patience || game.role === "replay" || game.role === "demos") return "";
      if (game.role === "solo") return "Fire or use goes on.";
      return isSpectating(game.role)
        ? "Waiting until a player presses fire or use."
        : "Fire or use goes on. The game waits until a player presses one.";
    case "leave":
      return waited < patience || isSpectating(game.role)
        ? ""
        : "The story ends here. Leave the game by the menu to start another.";
    case "nothing":
      return "";
    default:
      return filledWords(game, lobby);
  }
}

/** For whom the host makes up what they do. */
function filledWords(game: GameState, lobby: LobbyState): string {
  const slots = colors.map((_, slot) => slot).filter((slot) => (game.filled >> slot) & 1);
  if (game.role === "player" && slots.includes(lobby.slot ?? -1)) {
    return `Your connection is slow: the others don't wait, and the host repeats your last moves. After ${keptSeconds} s without a word from you, you are out.`;
  }
  const names = slots.map((slot) => lobby.players.find((p) => p.slot === slot)?.name ?? colors[slot] ?? "");
  const one = names.length === 1;
  return `${waitingFor(names)} can't keep up, and nobody waits: the host repeats ${one ? "that player's" : "their"} last moves. After ${keptSeconds} s of silence ${one ? "that player is" : "they are"} out.`;
}
