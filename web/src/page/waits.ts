// Words for waits: for whom, how much is missing, how long it may take.

import type { Seat } from "../shared/lobby";

/** Names as people list them. */
export function waitingFor(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);
}

/** How much of the game's data a player has; empty where all of it is there. */
export function progressWords({ progress }: Seat): string {
  return progress === null || progress === undefined ? "" : `${megabytes(progress.have)} of ${megabytes(progress.total)} MB`;
}

/** How long the rest takes, told by what came since the first figure. */
export class Pace {
  private from = 0;
  private at = 0;
  private total = 0;
  private last = 0;

  /** Words such as "about 12 s"; empty while it cannot be told. */
  left(now: number, done: number, total: number): string {
    if (total !== this.total || done < this.last) [this.from, this.at, this.total] = [done, now, total];
    this.last = done;
    const [millis, came] = [now - this.at, done - this.from];
    if (millis < 1000 || came <= 0) return "";
    const seconds = Math.ceil((((total - done) / came) * millis) / 1000);
    return seconds < 120 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
  }
}
