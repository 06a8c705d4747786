// Words for waits: for whom, how much is missing, how long it may take.

import type { Seat } from "../shared/lobby";
import { stillMillis } from "../shared/patience";

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
  return progress === null || progress === undefined
    ? ""
    : `${megabytes(progress.have)} of ${megabytes(progress.total)} MB`;
}

/** How long the rest takes, told by what came since the first figure. */
export class Pace {
  private from = 0;
  private at = 0;
  private total = 0;
  private last = 0;

  /** Words such as "about 12 s"; empty while it cannot be told. */
  timeLeft(now: number, done: number, total: number): string {
    if (total !== this.total || done < this.last) [this.from, this.at, this.total] = [done, now, total];
    this.last = done;
    const [millis, came] = [now - this.at, done - this.from];
    if (millis < 1000 || came <= 0) return "";
    const seconds = Math.ceil((((total - done) / came) * millis) / 1000);
    return seconds < 120 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
  }
}

/** A length of time as a clock has it: 9:58. */
export function minutes(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** For how long something has been so, told by who asks again and again. */
export class Lasting<T> {
  private what: T | undefined;
  private since = 0;

  millis(now: number, what: T): number {
    if (what !== this.what) [this.what, this.since] = [what, now];
    return now - this.since;
  }
}

// A wait that takes longer says for how long it has.
const longMillis = 1500;

/** How long a step has taken, where that is long. */
export function soFar(millis: number): string {
  return millis >= longMillis ? ` (${Math.floor(millis / 1000)} s so far)` : "";
}

/** What is said of data on its way: how much is there and how long the rest takes, or that nothing comes. */
export class ProgressText {
  private readonly pace = new Pace();
  private readonly stalled = new Lasting<number>();

  text(now: number, done: number, total: number): string {
    const left = this.pace.timeLeft(now, done, total);
    const waited = this.stalled.millis(now, done);
    const there = `${megabytes(done)} of ${megabytes(total)} MB`;
    if (waited < 2 * longMillis) return left === "" ? there : `${there}, ${left} left`;
    return `${there}. Nothing has come for ${Math.floor(waited / 1000)} s; after ${stillMillis / 1000} s the host is asked again`;
  }
}
