// Loads ahead what the lobby's settings need. If the host does not answer, it retries and
// reports the trouble.

import { loadTrouble } from "./content";
import type { Trouble } from "../shared/messages";

/** How long after a failure to ask the host again, in ms. */
export const againMillis = 5000;

export class LoadAhead {
  private key = "";
  private failed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls tell with the trouble, and with null once it is over. */
  constructor(
    private readonly load: (ids: readonly string[]) => Promise<unknown>,
    private readonly tell: (trouble: Trouble | null) => void,
  ) {}

  /** Loads the WADs that are needed next; wanted says, before a retry, whether they are still needed. */
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
        // Bad data would be bad again.
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
