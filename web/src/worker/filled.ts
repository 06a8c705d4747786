// Tracks the slots that the host has filled for so long that players notice.

import { slots, ticRate } from "../shared/wire";

// A slot becomes slow after a second of filled tics, and stops being slow after a good half
// second of its own ticcmds.
const slowAt = ticRate;
const highest = ticRate + 10;

export class FilledWatch {
  private readonly level = new Int32Array(slots);
  private mask = 0;

  /** The slots that are slow now. */
  get slow(): number {
    return this.mask;
  }

  /** Takes a bundle's masks; true if the set of slow slots changed. */
  tic(inGame: number, filled: number): boolean {
    let mask = this.mask;
    for (let slot = 0; slot < slots; slot++) {
      const bit = 1 << slot;
      const before = this.level[slot] as number;
      const level =
        (inGame & bit) === 0 ? 0 : (filled & bit) === 0 ? Math.max(0, before - 2) : Math.min(highest, before + 1);
      this.level[slot] = level;
      if (level >= slowAt) mask |= bit;
      else if (level === 0) mask &= ~bit;
    }
    if (mask === this.mask) return false;
    this.mask = mask;
    return true;
  }

  reset(): void {
    this.level.fill(0);
    this.mask = 0;
  }
}
