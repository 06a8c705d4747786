// The menu over a running game.

import { BusyButton, Effect } from "./busy";
import { h, setText } from "./dom";
import type { Options } from "./options";
import { Settings } from "./settings";
import type { GameState, LobbyState } from "./state";
import { colors } from "../shared/lobby";
import { isOffline, isSpectating } from "../shared/messages";

export interface MenuEvents {
  resume(): void;
  leave(): void;
  endForAll(): void;
  /** The host has done nothing of what was asked of it. */
  unanswered(): void;
  save(): void;
  options(options: Options): void;
  view(slot: number): void;
}

export class GameMenu {
  readonly element: HTMLElement;
  private readonly title = h("h2", {});
  private readonly back: HTMLButtonElement;
  private readonly end: BusyButton;
  private readonly save: BusyButton;
  private readonly effect = new Effect();
  private readonly eyes: HTMLElement;
  // One for each slot, for good: a button that is about to be clicked stays.
  private readonly eye: readonly HTMLButtonElement[];
  private readonly address = h("p", { class: "menu-address" });
  private readonly settings: Settings;
  private open = false;
  private saves = 0;

  constructor(
    options: Options,
    private readonly events: MenuEvents,
  ) {
    this.back = h("button", { type: "button", class: "start", onclick: () => events.resume() }, "Back to the game");
    this.end = new BusyButton("quiet", "End it for all", "Ending …", "the host", async () => {
      events.endForAll();
      if (!(await this.effect.next())) events.unanswered();
    });
    this.save = new BusyButton("quiet", "Save to a file", "Saving …", "the file", async () => {
      events.save();
      await this.effect.next();
    });
    this.eye = colors.map((_, slot) =>
      h("button", { type: "button", class: `quiet slot-${slot}`, onclick: () => events.view(slot) }),
    );
    this.settings = new Settings(options, (o) => events.options(o));
    this.eyes = h("div", { class: "eyes", role: "group", "aria-label": "Whose eyes to look through" }, ...this.eye);
    this.element = h(
      "div",
      { class: "menu", hidden: true, role: "dialog", "aria-modal": "true", "aria-label": "Menu" },
      h(
        "div",
        { class: "card" },
        this.title,
        this.back,
        this.eyes,
        this.settings.element,
        this.address,
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "quiet", onclick: () => events.leave() }, "Leave the game"),
          this.save.element,
          this.end.element,
          // iPhones have no such thing for pages.
          typeof document.documentElement.requestFullscreen === "function" &&
            h("button", { type: "button", class: "quiet", onclick: () => void fullscreen() }, "Full screen"),
        ),
      ),
    );
  }

  update(game: GameState, lobby: LobbyState, address: string): void {
    this.element.hidden = !game.menu;
    setText(this.title, isSpectating(game.role) ? "Watching" : game.role === "solo" ? "Paused" : "Menu");
    this.end.hidden = !(lobby.host && game.role === "player");
    this.save.hidden = game.role !== "solo";
    setText(this.address, isOffline(game.role) ? "" : `Others join at ${address}`);
    this.eyes.hidden = !isSpectating(game.role);
    this.eye.forEach((button, slot) => {
      button.hidden = (((game.net?.inGame ?? 0) >> slot) & 1) === 0;
      setText(button, game.names[slot] || (colors[slot] ?? ""));
      button.classList.toggle("on", slot === game.slot);
      button.setAttribute("aria-pressed", String(slot === game.slot));
    });
    this.show(game.menu);
  }

  /** Tells which scale the automatic picture has. */
  scaleNow(scale: number): void {
    this.settings.scaleNow(scale);
  }

  /** The file that was asked for is there. */
  saved(): void {
    this.effect.stands(`saved ${++this.saves}`);
  }

  /** Nothing is over any more. */
  close(): void {
    this.show(false);
  }

  private show(open: boolean): void {
    if (open === this.open) return;
    this.open = open;
    this.effect.stands(String(open));
    // Wherever the focus is: a click beside a button takes it away from all.
    if (open) addEventListener("keydown", this.key);
    else removeEventListener("keydown", this.key);
    if (open) this.back.focus();
  }

  private readonly key = (e: KeyboardEvent): void => {
    if (e.code !== "Escape" || e.repeat || e.isComposing) return;
    e.preventDefault();
    e.stopImmediatePropagation(); // the game's own keys would open it again
    this.events.resume();
  };
}

async function fullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
    else await document.exitFullscreen();
  } catch {
    // The browser has its reasons; the game goes on in the window.
  }
}
