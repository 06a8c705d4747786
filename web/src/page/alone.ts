// A game without others: a new one, one of the last, or one from a file.

import { h, setText } from "./dom";
import { openButton } from "./files";
import { GameForm } from "./gameform";
import { fetchCheck, type Check } from "./api";
import { blocks } from "./mapcheck";
import { Rows, type Row } from "./rows";
import { chooseGame, chosenGame, fitting, mapChoices, placeIn } from "../shared/addons";
import { defaultParams, type Params } from "../shared/lobby";
import type { StoredGame } from "../shared/messages";
import { maxSavedBytes, playedWords, readDemo, type Past, type SavedGame } from "../shared/savegame";
import { mapName, type Wad } from "../shared/wads";

/** A kept game that can be read. */
interface Offer {
  readonly key: string;
  readonly game: SavedGame;
}

const nothing: Past = { input: new Uint8Array(0), overruns: false };

export class AloneDialog {
  readonly element: HTMLDialogElement;
  private readonly form: GameForm;
  private readonly savedList = h("div", { class: "kept", hidden: true });
  private readonly rows = new Rows<Offer>(
    this.savedList,
    (o) => o.key,
    () => this.row(),
  );
  private readonly start: HTMLButtonElement;
  private readonly note = h("p", { class: "note", role: "status" });
  private readonly anyway: HTMLButtonElement;
  private onContinue: (() => void) | null = null; // what "Go on anyway" does
  private choice: Params = defaultParams; // of the lobby or the player, also of WADs that the list has not yet
  private params: Params = defaultParams; // as far as the list has it
  private wads: readonly Wad[] = [];

  constructor(private readonly solo: (params: Params, past: Past, key: string) => void) {
    this.form = new GameForm(
      (change) => {
        this.choice = this.params = { ...this.params, ...change };
        this.fill();
      },
      true,
      "alone",
      () => this.fill(),
    );
    this.start = h(
      "button",
      { type: "button", class: "start", onclick: () => this.play(this.params, nothing, "") },
      "Play",
    );
    this.anyway = h(
      "button",
      { type: "button", class: "quiet", hidden: true, onclick: () => this.onContinue?.() },
      "Go on anyway",
    );
    this.element = h(
      "dialog",
      { class: "card", "aria-label": "Play alone" },
      h("h2", {}, "Play alone"),
      this.form.element,
      h(
        "div",
        { class: "actions" },
        this.start,
        h("button", { type: "button", class: "quiet", onclick: () => this.element.close() }, "Back"),
      ),
      this.savedList,
      h(
        "div",
        { class: "actions" },
        openButton("Open a saved game", ".lmp", (file) => void this.openFile(file)),
      ),
      this.note,
      this.anyway,
    );
  }

  open(wads: readonly Wad[], params: Params): void {
    this.choice = { ...params, mode: "coop", timer: 0 };
    this.showNote("");
    if (!this.element.open) this.element.showModal();
    this.list(wads);
  }

  /** The host's list, which may change while the dialog is open. */
  list(wads: readonly Wad[]): void {
    this.wads = wads;
    this.params = playable(wads, this.choice);
    this.fill();
  }

  private fill(): void {
    // What nobody looks at need not be checked.
    this.form.update(this.wads, this.params, true, this.element.open ? "alone" : null);
    const found = this.form.check.verdict;
    this.start.disabled = found !== null && found.error !== "";
    setText(this.start, found !== null && found.needs.length > 0 ? "Play anyway" : "Play");
  }

  /** The games that the browser keeps, the last played first. */
  offer(games: readonly StoredGame[]): void {
    const offers = games.map(offered).filter((o) => o !== null);
    this.rows.update(offers);
    this.savedList.hidden = offers.length === 0;
  }

  private row(): Row<Offer> {
    let shown: Offer | null = null;
    const element = h("button", {
      type: "button",
      class: "quiet",
      onclick: () => {
        if (shown !== null) this.goOn(shown.game, shown.key);
      },
    });
    return {
      element,
      update: (offer) => {
        shown = offer;
        const { game } = offer;
        const words = [`Go on: ${this.mapOf(game, game.at.episode, game.at.map)}`, playedWords(game)];
        if (game.when > 0)
          words.push(new Date(game.when).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }));
        setText(element, words.join(", "));
      },
    };
  }

  /** Goes on with a saved game. */
  async openFile(file: File): Promise<void> {
    try {
      this.goOn(readDemo(new Uint8Array(await file.slice(0, maxSavedBytes + 1).arrayBuffer())), "");
    } catch (e) {
      const why = e instanceof Error ? e.message : String(e);
      this.showNote(`${why} "Open a recording" in the lobby shows demos of other programs, too.`);
    }
  }

  /** Says something, and offers to go on where that is left to do. */
  private showNote(text: string, continueGame: (() => void) | null = null): void {
    setText(this.note, text);
    this.onContinue = continueGame;
    this.anyway.hidden = continueGame === null;
  }

  private goOn(game: SavedGame, key: string): void {
    // A foreign demo doesn't say its WADs: they are those of the form.
    const params =
      game.params.wadId === ""
        ? { ...game.params, wad: this.params.wad, wadId: this.params.wadId, pwads: this.params.pwads }
        : game.params;
    const missing = [params.wadId, ...params.pwads].find((id) => !this.wads.some((w) => w.id === id));
    if (missing !== undefined) {
      const what =
        missing === params.wadId
          ? `the WAD of that game, ${params.wad || missing.slice(0, 12)}`
          : `an add-on of that game, the file whose SHA-256 begins with ${missing.slice(0, 12)}`;
      this.showNote(
        `This host does not have ${what}. Put the same file into its WAD folder, then press "Look for new WADs" on the page that doomhost opened on the host.`,
      );
      return;
    }
    void this.checked({ ...params, ...game.at }, this.mapOf(game, game.at.episode, game.at.map), () =>
      this.play(params, { input: game.input, overruns: game.overruns }, key),
    );
  }

  /** Goes on with a game, once the map where it stands is known to be playable here. */
  private async checked(at: Params, map: string, goOn: () => void): Promise<void> {
    this.showNote("");
    this.onContinue = goOn; // until another one is chosen
    let found: Check | null = null;
    try {
      found = await fetchCheck(at);
    } catch {
      // A host that does not answer holds nobody up who has the WADs.
    }
    if (this.onContinue !== goOn || !this.element.open) return;
    if (found === null || !blocks(found)) goOn();
    else
      this.showNote(
        found.error !== ""
          ? `${map} would not go on: ${found.error}`
          : `${map} may not be playable to its end here: ${found.needs.join("; ")}.`,
        goOn,
      );
  }

  private play(params: Params, past: Past, key: string): void {
    this.element.close();
    this.solo(params, past, key);
  }

  /** The map's name, and the add-on that brings it. */
  private mapOf(game: SavedGame, episode: number, map: number): string {
    const wad = this.wads.find((w) => w.id === game.params.wadId);
    if (wad === undefined) return `map ${map} of ${game.params.wad || "an unknown game"}`;
    const maps = mapChoices(wad, this.wads, game.params.pwads);
    const name = mapName(
      maps.map((m) => m.name),
      episode,
      map,
    );
    const from = maps.find((m) => m.name === name)?.from ?? null;
    return from === null ? name : `${name} of ${from.title}`;
  }
}

/** Null: what was damaged in the browser's database is not offered. */
function offered({ key, demo }: StoredGame): Offer | null {
  try {
    return { key, game: readDemo(new Uint8Array(demo)) };
  } catch {
    return null;
  }
}

/** The same, as far as the host has it. */
function playable(wads: readonly Wad[], params: Params): Params {
  const game = chosenGame(wads, params);
  if (game !== null && game.kind === "iwad") {
    const pwads = fitting(wads, params.pwads, game);
    return { ...params, wad: game.name, wadId: game.id, pwads, ...placeIn(mapChoices(game, wads, pwads), params) };
  }
  const first = wads.find((w) => w.kind === "iwad");
  return first === undefined ? params : { ...params, ...chooseGame(wads, params, first) };
}
