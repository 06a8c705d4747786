// Files that a player opens or drops: recordings are shown, demos are read first, and
// WADs go to the host.

import { alone } from "./demodialog";
import type { DropZone } from "./dropzone";
import { wadEndings } from "./library";
import type { Navigation } from "./navigation";
import type { ScreenStore } from "./screenstore";
import type { Post } from "./workerlink";
import { defaultParams, type Params } from "../shared/lobby";
import type { DemoFacts, FromWorker } from "../shared/messages";
import { readNote } from "../shared/savegame";

export interface OpenedFilesEvents {
  /** Plays on where the game ends that is saved in a file. */
  playOn(file: File): void;
  /** Asks with what to show a demo. */
  choose(file: File, facts: DemoFacts, params: Params): void;
  addWads(files: readonly File[]): void;
  /** This page may add WADs. */
  mayAdd(): boolean;
}

export class OpenedFiles {
  private reading: { readonly file: File; readonly play: boolean } | null = null; // the demo that is being read

  constructor(
    private readonly store: ScreenStore,
    private readonly navigation: Navigation,
    private readonly post: Post,
    private readonly events: OpenedFilesEvents,
  ) {}

  /** Has what is dropped brought here. */
  register(drop: DropZone): void {
    drop.register([".dhr"], (files) => this.one(files, (file) => this.watch(file)));
    drop.register([".lmp"], (files) => this.one(files, (file) => this.readDemo(file, true)));
    const mayAdd = (): boolean => this.events.mayAdd();
    drop.register(wadEndings, (files) => (mayAdd() ? this.events.addWads(files) : this.onlyHostAdds(files)), mayAdd);
  }

  /** Shows a recording or a demo. */
  open(file: File): void {
    if (isDemo(file)) this.readDemo(file, false);
    else this.watch(file);
  }

  /** A demo was read. */
  demoRead({ name, facts, refused }: Extract<FromWorker, { k: "demoRead" }>): void {
    const { screen } = this.store;
    if (this.reading === null || screen.at !== "lobby") return;
    const { file, play } = this.reading;
    if (facts === null) this.refuse(name, refused);
    else if (play && alone(facts) && readNote(facts.trailer).at !== null) this.events.playOn(file);
    else this.events.choose(file, facts, screen.lobby.params ?? defaultParams);
  }

  /** Tells people why a file is not taken. */
  refuse(name: string, detail: string): void {
    this.store.dispatch({ k: "refused", failure: { kind: "file", name, detail } });
  }

  private watch(file: File): void {
    this.navigation.enter({ k: "replayFile", file });
  }

  /** Reads a demo; a saved game is played on at once where that is wanted. */
  private readDemo(file: File, play: boolean): void {
    this.reading = { file, play };
    this.post({ k: "readDemo", file });
  }

  private onlyHostAdds([file]: readonly File[]): void {
    this.refuse(
      file?.name ?? "",
      "Only the host can add WADs to this game. Give the file to whoever started doomhost: it can be dropped on the page that doomhost opened there.",
    );
  }

  /** What is shown on the whole screen is one at a time. */
  private one(files: readonly File[], open: (file: File) => void): void {
    const [file, second] = files;
    if (second !== undefined) this.refuse(second.name, "This page shows one file at a time: drop it alone.");
    else if (file !== undefined) open(file);
  }
}

function isDemo(file: File): boolean {
  return file.name.toLowerCase().endsWith(".lmp");
}
