// The four seats of the lobby.

import { marine } from "./art";
import { BusyButton } from "./busy";
import { h, setText } from "./dom";
import type { LobbyState } from "./state";
import { progressWords } from "./progresstext";
import { colors } from "../shared/lobby";
import { tidyName } from "../shared/names";

export interface SeatEvents {
  takeSeat(slot: number): Promise<void>;
  kick(slot: number): Promise<void>;
}

interface SeatCard {
  readonly el: HTMLElement;
  readonly name: HTMLElement;
  readonly note: HTMLElement;
  readonly bar: HTMLProgressElement;
  readonly takeButton: BusyButton;
  readonly kick: BusyButton;
}

/** Whether a seat's name is the typed one with a number that nobody typed. */
function numbered(name: string, typed: string): boolean {
  const plain = tidyName(typed);
  const number = / \d+$/.exec(name);
  return number !== null && plain !== name && plain !== "" && plain.startsWith(name.slice(0, number.index));
}

/** What the own seat says: also why its name has a number that nobody typed. */
export function ownNote(name: string, typed: string): string {
  return numbered(name, typed) ? `You ("${tidyName(typed)}" is taken)` : "You";
}

/** What stands beside the name's field, where the others see another name than the typed one; else empty. */
export function nameNote(name: string, typed: string): string {
  return numbered(name, typed) ? `Taken: the others see you as ${name}.` : "";
}

export class Seats {
  readonly element: HTMLElement;
  private readonly cards: readonly SeatCard[];

  constructor(events: SeatEvents) {
    this.cards = colors.map((color, slot) => {
      const name = h("b", { class: "seat-name" });
      const note = h("span", { class: "seat-note" });
      const bar = h("progress", { class: "seat-bar", max: "1", hidden: true });
      const take = new BusyButton("seat-take", "Take this seat", "Taking …", "the host", () => events.takeSeat(slot));
      take.element.setAttribute("aria-describedby", `seat-${slot}`); // whose color it has
      name.id = `seat-${slot}`;
      const kick = new BusyButton("seat-kick", "×", "…", "", () => events.kick(slot));
      kick.element.title = "Take this player out";
      kick.element.setAttribute("aria-label", `Take ${color} out of the game`);
      const el = h(
        "li",
        { class: `seat slot-${slot}` },
        h("div", { class: "seat-face" }, marine()),
        h("div", { class: "seat-text" }, name, note, bar),
        take.element,
        kick.element,
      );
      return { el, name, note, bar, takeButton: take, kick };
    });
    this.element = h("ul", { class: "seats", "aria-label": "Seats" }, ...this.cards.map((c) => c.el));
  }

  /** typed is the name that this page's player wants. */
  update(lobby: LobbyState, typed: string): void {
    this.cards.forEach((card, slot) => {
      const player = lobby.players.find((p) => p.slot === slot);
      const mine = lobby.slot === slot;
      const color = colors[slot] ?? "";
      card.el.classList.toggle("taken", player !== undefined);
      card.el.classList.toggle("mine", mine);
      setText(card.name, player?.name ?? color);
      const progress = player?.progress ?? null;
      card.bar.hidden = progress === null;
      if (progress !== null) card.bar.value = progress.have / progress.total;
      setText(
        card.note,
        player !== undefined && progress !== null
          ? `Fetching: ${progressWords(player)}`
          : mine
            ? ownNote(player?.name ?? "", typed)
            : player === undefined
              ? "Free"
              : player.name === color
                ? "Player"
                : color,
      );
      card.takeButton.hidden =
        player !== undefined ||
        lobby.link !== "open" ||
        lobby.countdown > 0 ||
        (lobby.running && !lobby.freeSlots.includes(slot));
      card.takeButton.label(lobby.running ? "Join here" : "Take this seat");
      card.kick.hidden = lobby.link !== "open" || !lobby.host || player === undefined || mine;
    });
  }
}
