// A game without others: a new one, the last one, or one from a file.

import { h, setText } from "./dom";
import { openButton } from "./files";
import { GameForm } from "./gameform";
import { defaultParams, type Params } from "../shared/lobby";
import { maxSavedBytes, playedWords, readDemo, type SavedGame } from "../shared/savegame";
import { mapName, type Wad } from "../shared/wads";

const nothing = new Uint8Array(0);

export class AloneDialog {
  readonly element: HTMLDialogElement;
  private readonly form: GameForm;
  private readonly again: HTMLButtonElement;
  private readonly note = h("p", { class: "note", role: "status" });
  private last: SavedGame | null = null;
  private params: Params = defaultParams;
  private wads: readonly Wad[] = [];

  constructor(private readonly solo: (params: Params, input: Uint8Array) => void) {
    this.form = new GameForm(
      (change) => {
        this.params = { ...this.params, ...change };
        this.form.update(this.wads, this.params, true);
      },
      true,
      "alone",
    );
    this.again = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.last !== null && this.goOn(this.last) });
    this.element = h(
      "dialog",
      { class: "card", "aria-label": "Play alone" },
      h("h2", {}, "Play alone"),
      this.form.element,
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "start", onclick: () => this.play(this.params, nothing) }, "Play"),
        h("button", { type: "button", class: "quiet", onclick: () => this.element.close() }, "Back"),
      ),
      h("div", { class: "actions" }, this.again, openButton("Open a saved game", ".lmp", (file) => void this.openFile(file))),
      this.note,
    );
  }

  open(wads: readonly Wad[], params: Params): void {
    this.wads = wads;
    const wad = wads.find((w) => w.id === params.wadId) ?? wads.find((w) => w.kind === "iwad");
    this.params = { ...params, mode: "coop", timer: 0, wad: wad?.name ?? params.wad, wadId: wad?.id ?? params.wadId };
    this.form.update(wads, this.params, true);
    setText(this.note, "");
    this.element.showModal();
  }

  /** The last game that the browser knows of. */
  offer(demo: ArrayBuffer | null): void {
    this.last = null;
    try {
      if (demo !== null) this.last = readDemo(new Uint8Array(demo));
    } catch {
      // What was damaged in the browser's database is not offered.
    }
    this.again.hidden = this.last === null;
    if (this.last !== null) {
      const { episode, map } = this.last.at;
      setText(this.again, `Go on: ${mapName(this.mapsOf(this.last), episode, map)}, ${playedWords(this.last)}`);
    }
  }

  private async openFile(file: File): Promise<void> {
    try {
      this.goOn(readDemo(new Uint8Array(await file.slice(0, maxSavedBytes + 1).arrayBuffer())));
    } catch (e) {
      setText(this.note, e instanceof Error ? e.message : String(e));
    }
  }

  private goOn(game: SavedGame): void {
    // A foreign demo doesn't say its WADs: they are those of the form.
    const params = game.params.wadId === "" ? { ...game.params, wad: this.params.wad, wadId: this.params.wadId, pwads: this.params.pwads } : game.params;
    const missing = [params.wadId, ...params.pwads].find((id) => !this.wads.some((w) => w.id === id));
    if (missing !== undefined) {
      setText(this.note, `This host has not the WAD of that game (${missing === params.wadId ? params.wad : missing.slice(0, 12)}). Put the same file into its WAD folder and reload this page.`);
      return;
    }
    this.play(params, game.input);
  }

  private play(params: Params, input: Uint8Array): void {
    this.element.close();
    this.solo(params, input);
  }

  private mapsOf(game: SavedGame): readonly string[] {
    return this.wads.find((w) => w.id === game.params.wadId)?.maps ?? [];
  }
}
