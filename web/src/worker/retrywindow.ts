// Tracks how long a failing connection is retried. The time that a laptop sleeps does not
// count.

import { tryMillis } from "../shared/patience";

// More than the time between two attempts.
const longestGap = 30_000;

export class RetryWindow {
  private spent = 0; // ms
  private last = -1; // time of the last call of left; -1: no retries are running

  /** How long the retries last, in ms, counted from the first call; 0: give up. */
  remaining(now: number): number {
    if (this.last >= 0) this.spent += Math.min(longestGap, Math.max(0, now - this.last));
    this.last = now;
    return Math.max(0, tryMillis - this.spent);
  }

  /** The connection succeeded, or the player asked for a new round of retries. */
  reset(): void {
    this.spent = 0;
    this.last = -1;
  }
}
