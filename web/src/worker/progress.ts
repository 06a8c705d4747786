// Tells the lobby how far this page's data is, so that others see for whom they wait.

import type { Progress, ToHost } from "../shared/lobby";

// The lobby passes it on once a second.
const tellMillis = 1000;

export class ProgressTeller {
  private last: Progress | null = null; // what is to be told, or was told last
  private told = false;
  private toldAt = -Infinity;

  constructor(private readonly say: (message: ToHost) => void) {}

  /** So much of the WADs is there. */
  loaded(now: number, have: number, total: number): void {
    this.last = { have, total };
    this.told = false;
    if (have === total || now - this.toldAt >= tellMillis) this.tell(now);
  }

  /** All is there, whether it came or was kept. */
  complete(now: number): void {
    if (this.last !== null && (this.last.have < this.last.total || !this.told))
      this.loaded(now, this.last.total, this.last.total);
  }

  /** The seat is new: nobody knows yet. */
  seated(now: number): void {
    if (this.last !== null && this.last.have < this.last.total) this.tell(now);
  }

  private tell(now: number): void {
    if (this.last === null) return;
    this.told = true;
    this.toldAt = now;
    this.say({ t: "progress", ...this.last });
  }
}
