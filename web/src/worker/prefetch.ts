// Loads ahead what the lobby's settings need. If the host does not answer, it retries and
// reports the failure.

import { loadFailure } from "./content";
import type { Failure } from "../shared/messages";

/** How long after a failure to ask the host again, in ms. */
export const againMillis = 5000;

export class Prefetch {
  private key = "";
  private failed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls tell with the failure, and with null once it is over. */
  constructor(
    private readonly load: (ids: readonly string[]) => Promise<unknown>,
    private readonly report: (failure: Failure | null) => void,
  ) {}

  /** Loads the WADs that are needed next; wanted says, before a retry, whether they are still needed. */
  want(ids: readonly string[], wanted: () => boolean): void {
    const key = ids.join(" ");
    if (key !== this.key) this.stop();
    this.key = key;
    clearTimeout(this.timer);
    this.load(ids).then(
      () => this.stop(),
      (e: unknown) => {
        if (key !== this.key || (e instanceof DOMException && e.name === "AbortError")) return;
        const failure = loadFailure(e);
        this.failed = true;
        this.report(failure);
        clearTimeout(this.timer);
        // Bad data would be bad again.
        if (failure.kind !== "wads") return;
        this.timer = setTimeout(() => {
          if (key === this.key && wanted()) this.want(ids, wanted);
        }, againMillis);
      },
    );
  }

  private stop(): void {
    clearTimeout(this.timer);
    if (this.failed) this.report(null);
    this.failed = false;
  }
}
