// How long a connection that does not come about is tried. What a laptop sleeps
// away is no time in which anything was tried.

import { tryMillis } from "../shared/patience";

// More than there is between two attempts.
const longestGap = 30_000;

export class Trying {
  private spent = 0; // ms
  private last = -1; // when left was asked last; -1: nothing is tried

  /** How long it is tried still, in ms, from the first call on; 0: no more. */
  left(now: number): number {
    if (this.last >= 0) this.spent += Math.min(longestGap, Math.max(0, now - this.last));
    this.last = now;
    return Math.max(0, tryMillis - this.spent);
  }

  /** It came about, or somebody wants it to be tried for as long again. */
  reset(): void {
    this.spent = 0;
    this.last = -1;
  }
}
