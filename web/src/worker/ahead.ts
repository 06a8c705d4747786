// Loads ahead what the lobby's settings need. Where the host does not answer it
// is asked again, and people are told.

import { loadTrouble } from "./content";
import type { Trouble } from "../shared/messages";

/** How long after a failure the host is asked again, ms. */
export const againMillis = 5000;

export class LoadAhead {
  private key = "";
  private failed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** tell is called with what is wrong, and with null when it is not any more. */
  constructor(
    private readonly load: (ids: readonly string[]) => Promise<unknown>,
    private readonly tell: (trouble: Trouble | null) => void,
  ) {}

  /** These are needed next; wanted says whether they still are when the host is to be asked again. */
  want(ids: readonly string[], wanted: () => boolean): void {
    const key = ids.join(" ");
    if (key !== this.key) this.rest();
    this.key = key;
    clearTimeout(this.timer);
    this.load(ids).then(
      () => this.rest(),
      (e: unknown) => {
        if (key !== this.key || (e instanceof DOMException && e.name === "AbortError")) return;
        const trouble = loadTrouble(e);
        this.failed = true;
        this.tell(trouble);
        clearTimeout(this.timer);
        // Data that is wrong would be wrong again.
        if (trouble.kind !== "wads") return;
        this.timer = setTimeout(() => {
          if (key === this.key && wanted()) this.want(ids, wanted);
        }, againMillis);
      },
    );
  }

  private rest(): void {
    clearTimeout(this.timer);
    if (this.failed) this.tell(null);
    this.failed = false;
  }
}
