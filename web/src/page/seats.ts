// The four seats of the lobby.

import { marine } from "./art";
import { h, setText } from "./dom";
import type { LobbyState } from "./state";
import { colors } from "../shared/lobby";

export interface SeatEvents {
  take(slot: number): void;
  kick(slot: number): void;
}

interface SeatCard {
  readonly el: HTMLElement;
  readonly name: HTMLElement;
  readonly note: HTMLElement;
  readonly take: HTMLButtonElement;
  readonly kick: HTMLButtonElement;
}

export class Seats {
  readonly element: HTMLElement;
  private readonly cards: readonly SeatCard[];

  constructor(events: SeatEvents) {
    this.cards = colors.map((color, slot) => {
      const name = h("b", { class: "seat-name" });
      const note = h("span", { class: "seat-note" });
      const take = h("button", { type: "button", class: "seat-take", onclick: () => events.take(slot), "aria-label": `Take the seat ${color}` }, "Sit here");
      const kick = h("button", { type: "button", class: "seat-kick", title: "Take this player out", "aria-label": `Take ${color} out of the game`, onclick: () => events.kick(slot) }, "×");
      const el = h("li", { class: `seat slot-${slot}` }, h("div", { class: "seat-face" }, marine()), h("div", { class: "seat-text" }, name, note), take, kick);
      return { el, name, note, take, kick };
    });
    this.element = h("ul", { class: "seats", "aria-label": "Seats" }, ...this.cards.map((c) => c.el));
  }

  update(lobby: LobbyState): void {
    this.cards.forEach((card, slot) => {
      const player = lobby.players.find((p) => p.slot === slot);
      const mine = lobby.slot === slot;
      const color = colors[slot] ?? "";
      card.el.classList.toggle("taken", player !== undefined);
      card.el.classList.toggle("mine", mine);
      setText(card.name, player?.name ?? color);
      setText(card.note, mine ? "You" : player === undefined ? "Free" : player.name === color ? "Player" : color);
      card.take.hidden = player !== undefined || lobby.link !== "open" || lobby.countdown > 0 || (lobby.running && !lobby.freeSlots.includes(slot));
      setText(card.take, lobby.running ? "Join here" : "Sit here");
      card.kick.hidden = !lobby.host || player === undefined || mine;
    });
  }
}
