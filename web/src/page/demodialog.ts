// A demo of another program, before it is shown: what it says of itself, and the game
// and add-ons to show it with, which a demo does not name.

import { AddOns } from "./addons";
import { h, setText } from "./dom";
import { modeNames, skills } from "./gameform";
import { clock } from "./replayview";
import { sentence } from "./text";
import { chooseGame, chosenGame, fitting, mapChoices } from "../shared/addons";
import type { Params } from "../shared/lobby";
import type { DemoFacts } from "../shared/messages";
import { readNote, type Note } from "../shared/savegame";
import { mapName, type Wad } from "../shared/wads";

export interface DemoEvents {
  /** Shows the demo that was read last. */
  watch(params: Params, overruns: boolean): void;
  /** Plays on where the game ends that the demo is of. */
  playOn(file: File): void;
}

export class DemoDialog {
  readonly element: HTMLDialogElement;
  private readonly what = h("p", { class: "demo-what" });
  private readonly note = h("p", { class: "note" });
  private readonly game = h("select", { class: "wide", onchange: () => this.gameChosen() });
  private readonly addOns: AddOns;
  private readonly state = h("p", { class: "note", role: "status" });
  private readonly start: HTMLButtonElement;
  private readonly on: HTMLButtonElement;
  private wads: readonly Wad[] = [];
  private file: File | null = null;
  private facts: DemoFacts | null = null;
  private written: Note = readNote(new Uint8Array(0));
  private params: Params | null = null;

  constructor(private readonly events: DemoEvents) {
    this.addOns = new AddOns((change) => this.change(change));
    this.start = h("button", { type: "button", class: "start", onclick: () => this.watch() }, "Watch");
    this.on = h("button", { type: "button", class: "quiet", onclick: () => this.playOn() }, "Play on from its end");
    this.element = h(
      "dialog",
      { class: "card", "aria-label": "Watch a demo" },
      h("h2", {}, "Watch a demo"),
      this.what,
      this.note,
      h(
        "div",
        { class: "form" },
        h("label", { class: "field" }, h("span", { class: "label" }, "Game"), this.game),
        this.addOns.element,
      ),
      this.state,
      h(
        "div",
        { class: "actions" },
        this.start,
        this.on,
        h("button", { type: "button", class: "quiet", onclick: () => this.element.close() }, "Back"),
      ),
    );
  }

  open(file: File, facts: DemoFacts, chosen: Params): void {
    this.file = file;
    this.facts = facts;
    this.written = readNote(facts.trailer);
    setText(this.what, `${file.name}: ${demoWords(facts, this.written.own)}`);
    const notes = [facts.note, facts.truncated ? "it has no end marker, and may end early" : ""];
    setText(
      this.note,
      notes
        .filter((n) => n !== "")
        .map(sentence)
        .join(" "),
    );
    this.on.hidden = !alone(facts);
    this.params = demoGame(this.wads, facts, this.written.wads, chosen);
    this.fill();
    if (!this.element.open) this.element.showModal();
  }

  /** The host's list, which may change while the dialog is open. */
  list(wads: readonly Wad[]): void {
    this.wads = wads;
    this.fill();
  }

  private fill(): void {
    const { params, facts } = this;
    if (params === null || facts === null) return;
    const games = this.wads.filter((w) => w.kind === "iwad");
    this.game.replaceChildren(...games.map((w) => h("option", { value: w.id }, w.title)));
    const game = chosenGame(this.wads, params);
    if (game !== null) this.game.value = game.id;
    this.addOns.update(this.wads, game, params, true);
    const lacks = whyNot(this.wads, params, facts);
    this.start.disabled = lacks !== "";
    setText(
      this.state,
      lacks || "A demo does not say with which game it was recorded: with another one it soon goes out of sync.",
    );
  }

  private gameChosen(): void {
    const game = this.wads.find((w) => w.id === this.game.value);
    if (game !== undefined && this.params !== null) this.change(chooseGame(this.wads, this.params, game));
  }

  private change(change: Partial<Params>): void {
    if (this.params !== null) this.params = { ...this.params, ...change };
    this.fill();
  }

  private watch(): void {
    if (this.params === null) return;
    this.element.close();
    this.events.watch(this.params, this.written.overruns);
  }

  private playOn(): void {
    if (this.file === null) return;
    this.element.close();
    this.events.playOn(this.file);
  }
}

/** It is of a game for one, which can be played on. */
export function alone({ slots, mode, console, truncated }: DemoFacts): boolean {
  return slots.length === 1 && slots[0] === 0 && mode === "coop" && console === 0 && !truncated;
}

/** What a demo is, for people. */
export function demoWords(facts: DemoFacts, own: boolean): string {
  const { episode, map, slots, mode, skill } = facts;
  const where = episode > 1 ? `E${episode}M${map}` : map > 9 ? mapName([], episode, map) : `E1M${map} or MAP0${map}`;
  const who = slots.length === 1 ? [] : [`${modeNames[mode]} of ${slots.length}`];
  return [
    own ? "Recorded with doomhost" : `Recorded with ${facts.program}`,
    where,
    ...who,
    skills[skill - 1] ?? "",
    clock(facts.tics),
  ].join(" · ");
}

/** The game's map with a demo's numbers, "" where it has none. Doom II's demos are of episode 1. */
function mapOf(wads: readonly Wad[], game: Wad, addOns: readonly string[], { episode, map }: DemoFacts): string {
  const names = mapChoices(game, wads, addOns).map((m) => m.name);
  const forms = [`E${episode}M${map}`, ...(episode === 1 ? [mapName([], 1, map)] : [])];
  return forms.find((name) => names.includes(name)) ?? "";
}

/** Why a demo can't be shown with these WADs, with what to do; empty where it can. */
export function whyNot(wads: readonly Wad[], params: Params, facts: DemoFacts): string {
  const game = chosenGame(wads, params);
  if (game === null) return "This host has no game to show it with. Put the demo's game into its WAD folder.";
  if (mapOf(wads, game, params.pwads, facts) !== "") return "";
  const { episode, map } = facts;
  const name = game.maps.includes("MAP01") && episode === 1 ? mapName([], 1, map) : `E${episode}M${map}`;
  return `${game.title} has no ${name}: choose the game or the add-on that the demo was recorded with.`;
}

/**
 * What to show a demo with: what it names itself, where the host has that; what the lobby
 * plays, where that has the demo's map; else the first game that has it.
 */
export function demoGame(
  wads: readonly Wad[],
  facts: DemoFacts,
  named: Pick<Params, "wadId" | "pwads">,
  chosen: Params,
): Params {
  const params = { ...chosen, episode: facts.episode, map: facts.map };
  const own = wads.find((w) => w.kind === "iwad" && w.id === named.wadId);
  if (own !== undefined) return { ...params, wad: own.name, wadId: own.id, pwads: fitting(wads, named.pwads, own) };
  const lobby = chosenGame(wads, chosen);
  if (lobby !== null && mapOf(wads, lobby, chosen.pwads, facts) !== "") return params;
  const games = wads.filter((w) => w.kind === "iwad");
  const first = games.find((w) => mapOf(wads, w, [], facts) !== "") ?? lobby ?? games[0];
  return first === undefined ? params : { ...params, wad: first.name, wadId: first.id, pwads: [] };
}
