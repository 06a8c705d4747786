// The menu over a running game.

import { h } from "./dom";
import type { Options } from "./options";
import { Settings } from "./settings";
import type { GameState, LobbyState } from "./state";
import { colors } from "../shared/lobby";
import { apart, onlooks } from "../shared/messages";

export interface MenuEvents {
  resume(): void;
  leave(): void;
  endForAll(): void;
  save(): void;
  options(options: Options): void;
  view(slot: number): void;
}

export class GameMenu {
  readonly element: HTMLElement;
  private readonly title = h("h2", {});
  private readonly back: HTMLButtonElement;
  private readonly end: HTMLButtonElement;
  private readonly save: HTMLButtonElement;
  private readonly eyes = h("div", { class: "eyes" });
  private readonly address = h("p", { class: "menu-address" });
  private open = false;

  constructor(
    options: Options,
    private readonly events: MenuEvents,
  ) {
    this.back = h("button", { type: "button", class: "start", onclick: () => events.resume() }, "Back to the game");
    this.end = h("button", { type: "button", class: "quiet", onclick: () => events.endForAll() }, "End it for all");
    this.save = h("button", { type: "button", class: "quiet", onclick: () => events.save() }, "Save to a file");
    this.element = h(
      "div",
      { class: "menu", hidden: true, role: "dialog", "aria-label": "Menu" },
      h(
        "div",
        { class: "card" },
        this.title,
        this.back,
        this.eyes,
        new Settings(options, (o) => events.options(o)).element,
        this.address,
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "quiet", onclick: () => events.leave() }, "Leave the game"),
          this.save,
          this.end,
          // iPhones have no such thing for pages.
          typeof document.documentElement.requestFullscreen === "function" &&
            h("button", { type: "button", class: "quiet", onclick: () => void fullscreen() }, "Full screen"),
        ),
      ),
    );
    this.element.addEventListener("keydown", (e) => {
      if (e.code !== "Escape") return;
      e.stopPropagation();
      events.resume();
    });
  }

  update(game: GameState, lobby: LobbyState, address: string): void {
    this.element.hidden = !game.menu;
    this.title.textContent = onlooks(game.role) ? "Watching" : game.role === "solo" ? "Paused" : "Menu";
    this.end.hidden = !(lobby.host && game.role === "player");
    this.save.hidden = game.role !== "solo";
    this.address.textContent = apart(game.role) ? "" : `Others join at ${address}`;
    this.eyes.hidden = !onlooks(game.role);
    if (onlooks(game.role)) {
      this.eyes.replaceChildren(
        ...colors.flatMap((color, slot) =>
          ((game.net?.inGame ?? 0) >> slot) & 1
            ? [h("button", { type: "button", class: `quiet slot-${slot}${slot === game.slot ? " on" : ""}`, onclick: () => this.events.view(slot) }, game.names[slot] || color)]
            : [],
        ),
      );
    }
    if (game.menu && !this.open) this.back.focus();
    this.open = game.menu;
  }
}

async function fullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
    else await document.exitFullscreen();
  } catch {
    // The browser has its reasons; the game goes on in the window.
  }
}
