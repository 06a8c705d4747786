// Files on their way into the host's library: one is sent at a time, the others wait.
// Nothing here touches the DOM or the network.

import { UploadError, type SendFile } from "./upload";
import type { Added, WadList } from "./wadlist";

export type UploadState =
  | { readonly at: "waiting" }
  | { readonly at: "sending"; readonly sent: number } // bytes
  | { readonly at: "checking" } // by the host; what is sent cannot be taken back
  | { readonly at: "added"; readonly added: Added }
  | { readonly at: "refused"; readonly why: string; readonly again: boolean }; // again: it may be taken another time

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly state: UploadState;
}

/** How often and after how many ms the host is asked again that takes another page's file. */
const busyTries = 20;
const busyPause = 500;

export class UploadQueue {
  private list: readonly Upload[] = [];
  private next = 1;
  private abort: AbortController | null = null; // of the one that is sent

  /** changed is told of each change, and came of the list that the host answers with. */
  constructor(
    private readonly send: SendFile,
    private readonly changed: () => void,
    private readonly came: (list: WadList) => void,
    private readonly pause: (millis: number) => Promise<void> = (millis) =>
      new Promise((done) => setTimeout(done, millis)),
  ) {}

  get uploads(): readonly Upload[] {
    return this.list;
  }

  /** Sends files one after the other. Those that were added before are shown no more. */
  add(files: readonly File[]): void {
    const waiting = files.map((file): Upload => ({ id: this.next++, file, state: { at: "waiting" } }));
    this.list = [...this.list.filter((u) => u.state.at !== "added"), ...waiting];
    this.changed();
    void this.work();
  }

  /** Says of a file why it is not sent at all. */
  refuse(file: File, why: string): void {
    this.list = [...this.list, { id: this.next++, file, state: { at: "refused", why, again: false } }];
    this.changed();
  }

  /** Ends an upload, or shows no more what came of it. */
  remove(id: number): void {
    const upload = this.find(id);
    if (upload === undefined || upload.state.at === "checking") return;
    this.list = this.list.filter((u) => u !== upload);
    if (upload.state.at === "sending") this.abort?.abort();
    this.changed();
  }

  /** Sends a file again that was refused. */
  retry(id: number): void {
    if (this.find(id)?.state.at !== "refused") return;
    this.set(id, { at: "waiting" });
    void this.work();
  }

  private find(id: number): Upload | undefined {
    return this.list.find((u) => u.id === id);
  }

  private set(id: number, state: UploadState): void {
    this.list = this.list.map((u) => (u.id === id ? { ...u, state } : u));
    this.changed();
  }

  private async work(): Promise<void> {
    if (this.abort !== null) return;
    for (;;) {
      const upload = this.list.find((u) => u.state.at === "waiting");
      if (upload === undefined) return;
      this.abort = new AbortController();
      await this.sendOne(upload, this.abort.signal);
      this.abort = null;
    }
  }

  /** A signal that was aborted means that nobody asks for this one any more. */
  private async sendOne({ id, file }: Upload, signal: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.set(id, { at: "sending", sent: 0 });
        const sent = (bytes: number): void =>
          this.set(id, bytes < file.size ? { at: "sending", sent: bytes } : { at: "checking" });
        const list = await this.send(file, sent, signal);
        this.came(list); // before it is said: what is said names what is in the list
        this.set(
          id,
          list.added !== null
            ? { at: "added", added: list.added }
            : { at: "refused", why: "the host did not say what became of it: look for new WADs", again: false },
        );
        return;
      } catch (e) {
        if (signal.aborted) return;
        // The host lets go of a file that was cancelled only when it sees the connection's end.
        if (e instanceof UploadError && e.busy && tries < busyTries) {
          this.set(id, { at: "sending", sent: 0 });
          await this.pause(busyPause);
          if (signal.aborted) return;
          continue;
        }
        const again = e instanceof UploadError && e.passing;
        this.set(id, { at: "refused", why: e instanceof Error ? e.message : String(e), again });
        return;
      }
    }
  }
}
