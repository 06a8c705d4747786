// Bundles arrive with the network's jitter, but the picture should move evenly. A Phase tracks
// the times of the tics smoothly and says how far the picture is between the last two.

import { ticMillis } from "../shared/wire";

// How much of a tic's deviation moves the phase. A small value is smoother; a large one
// follows a change of pace faster.
const follow = 0.1;

export class Phase {
  private start = 0; // when the last tic begins to be shown
  private period = ticMillis;

  /** Sets the playback speed, as a multiple of real time. */
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
