// Tells the lobby how much of its data this page has, so that the others see whom they wait
// for.

import type { Progress, ToHost } from "../shared/lobby";

// The lobby passes it on once a second.
const tellMillis = 1000;

export class ProgressReporter {
  private last: Progress | null = null; // to be sent, or sent last
  private reported = false;
  private toldAt = -Infinity;

  constructor(private readonly send: (message: ToHost) => void) {}

  /** This much of the WADs is loaded. */
  loaded(now: number, have: number, total: number): void {
    this.last = { have, total };
    this.reported = false;
    if (have === total || now - this.toldAt >= tellMillis) this.report(now);
  }

  /** Everything is loaded, from the host or from the cache. */
  complete(now: number): void {
    if (this.last !== null && (this.last.have < this.last.total || !this.reported))
      this.loaded(now, this.last.total, this.last.total);
  }

  /** The seat is new: the lobby has no figure for it yet. */
  seated(now: number): void {
    if (this.last !== null && this.last.have < this.last.total) this.report(now);
  }

  private report(now: number): void {
    if (this.last === null) return;
    this.reported = true;
    this.toldAt = now;
    this.send({ t: "progress", ...this.last });
  }
}
