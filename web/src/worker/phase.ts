// Bundles arrive with the network's jitter; the picture should move evenly all
// the same. A Phase follows the tics' moments smoothly and says how far the
// picture is between the last two.

import { ticMillis } from "../shared/wire";

// How much of a tic's deviation moves the phase. Small is smooth, large follows
// a change of pace faster.
const follow = 0.1;

export class Phase {
  private start = 0; // when the last tic begins to be shown
  private period = ticMillis;

  /** Tics follow each other so much faster than life. */
  pace(speed: number): void {
    this.period = ticMillis / speed;
  }

  /** A tic was executed. */
  tic(now: number): void {
    const expected = this.start + this.period;
    const off = now - expected;
    this.start = Math.abs(off) > 2 * this.period ? now : expected + off * follow;
  }

  /** 0 shows the state before the last tic, 1 the one after it. */
  alpha(now: number): number {
    return Math.min(1, Math.max(0, (now - this.start) / this.period));
  }
}
