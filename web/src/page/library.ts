// The host's library of WADs on the page: what is said while it has no game, and on the
// host's own page how it gets more.

import { openFilesButton } from "./files";
import { GameFetch } from "./gamefetch";
import { NoGame } from "./nogame";
import { sendFile } from "./upload";
import { UploadList } from "./uploadlist";
import { UploadQueue } from "./uploadqueue";
import { ReloadButton, WadFolder } from "./wadfolder";
import { hasGame, type WadList } from "./wadlist";

/** The endings of files that the host can use. */
export const wadEndings: readonly string[] = [".wad", ".zip", ".pk3", ".ipk3", ".deh", ".bex"];

export interface LibraryEvents {
  /** The host's token; empty for guests. */
  token(): string;
  /** Makes the host look into its folders. */
  look(): Promise<void>;
  /** A list that the host answered with. */
  listed(list: WadList): void;
  /** Another list is there to be asked for. */
  changed(): void;
}

export class Library {
  /** First on the page, while there is no game. */
  readonly banner: HTMLElement;
  /** Beside the choice of the game. */
  readonly element: HTMLElement;
  private readonly noGame: NoGame;
  private readonly folder: WadFolder;
  private readonly reload: ReloadButton;
  private readonly fetch: GameFetch;
  private readonly queue: UploadQueue;
  private readonly uploads: UploadList;
  private list: WadList | null = null; // null: not known yet

  constructor(events: LibraryEvents) {
    this.queue = new UploadQueue(
      (file, sent, signal) => sendFile(events.token(), file, sent, signal),
      () => this.show(),
      (list) => events.listed(list),
    );
    this.uploads = new UploadList({ remove: (id) => this.queue.remove(id), retry: (id) => this.queue.retry(id) });
    const addButton = (): HTMLElement => openFilesButton("Add a WAD …", (files) => this.add(files));
    this.fetch = new GameFetch(events.token, (state) => this.noGame.fetched(state), events.changed);
    this.reload = new ReloadButton("Look again", events.look);
    this.noGame = new NoGame(
      { start: () => this.fetch.start(), cancel: () => this.fetch.cancel() },
      addButton(),
      this.reload,
    );
    this.folder = new WadFolder(events.look, addButton());
    this.banner = this.noGame.element;
    this.element = this.folder.element;
  }

  /** The list is known, and there is no game in it. */
  get lacksGame(): boolean {
    return this.list !== null && !hasGame(this.list.wads);
  }

  /** A file is on its way, or waits for one that is. */
  get uploading(): boolean {
    return this.queue.uploads.some(({ state }) => state.at === "waiting" || state.at === "sending");
  }

  /** host: this is the host's own page. visible: somebody may look at it. */
  update(host: boolean, list: WadList | null, visible: boolean): void {
    this.list = list;
    const lacks = this.lacksGame;
    this.banner.hidden = !lacks;
    this.fetch.follow(lacks && visible);
    if (list === null) return;
    this.reload.wads = list.wads;
    this.noGame.update(host, list);
    this.folder.update(host && !lacks, list);
    this.show();
  }

  /** Sends files to the host, one after the other. */
  add(files: readonly File[]): void {
    const refused = files.map((file) => ({ file, why: this.refusal(file) }));
    this.queue.add(refused.filter((r) => r.why === "").map((r) => r.file));
    for (const { file, why } of refused) if (why !== "") this.queue.refuse(file, why);
    this.uploads.element.scrollIntoView({ block: "nearest" }); // a file may be dropped anywhere
  }

  /** Why a file need not be sent at all; empty where the host has to see it. */
  private refusal(file: File): string {
    const limit = this.list?.limit ?? 0;
    const folder = this.list?.folder ?? "";
    const byHand =
      folder === ""
        ? "put it into a folder, and name that with --wads when you start doomhost"
        : `put it into ${folder} yourself, then press Look ${this.lacksGame ? "again" : "for new WADs"}`;
    if (this.list !== null && limit === 0) return `this doomhost takes no files: ${byHand}`;
    if (limit > 0 && file.size > limit)
      return `it is larger than the ${Math.floor(limit / 1e6)} MB that this doomhost takes: ${byHand}`;
    return "";
  }

  private show(): void {
    const at = this.lacksGame ? this.noGame.news : this.folder.news;
    if (this.uploads.element.parentElement !== at) at.append(this.uploads.element);
    this.uploads.update(this.queue.uploads, this.list?.wads ?? []);
  }
}
