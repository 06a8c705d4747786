// Plays back a recorded session in place of a tic channel: the bundles come from a file, the
// host's or an opened one. A clock that can pause, change speed and seek feeds them to the
// game. Seeking starts from the newest state before the target.

import type { ReplaySource } from "./replaysource";
import { bundleBytes, ticMillis } from "../shared/wire";
import type { ReplayState } from "../shared/messages";

/** The game that is fed. */
export interface Fed {
  /** The next tic to be executed. */
  readonly tic: number;
  /** The first missing bundle. */
  nextTic(): number;
  receive(bundle: ArrayBuffer): void;
  /** Restarts from a state (null: at tic 0). */
  moveTo(state: Uint8Array | null): void;
  /** The game's state at tic. */
  save(): Uint8Array;
  /** Sets the playback speed, as a multiple of real time, for the pictures. */
  pace(speed: number): void;
  changed(state: ReplayState): void;
  failed(e: unknown): void;
}

// Bundles are fetched in chunks of this many tics, and a limited number of chunks is kept.
const chunkTics = 2048;
const chunksKept = 6;
// If the target is at most this far ahead, a seek plays on and does not fetch a snapshot.
const playedOn = 350;
// How often the clock runs, in ms, and how often the page gets an update.
const beatMillis = 7;
const reportMillis = 100;
// After a gap the clock continues from where it stopped.
const gapMillis = 500;

export class ReplayFeed {
  private playing = true;
  private speed = 1;
  private position = 0; // the tic that is due, with a fraction
  private lastBeat = performance.now();
  private lastReport = 0;
  private tics: number;
  private seekTarget: number | null = null; // the seek's target
  private seeking = false;
  private fetching = false;
  private starved = false; // the due bundle has not arrived yet
  private stopped = false;
  private readonly chunks = new Map<number, Uint8Array>();
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly source: ReplaySource,
    private readonly game: Fed,
  ) {
    this.tics = source.head.tics;
    this.timer = setInterval(() => this.beat(), beatMillis);
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  play(on: boolean): void {
    // Resuming at the end starts over.
    if (on && this.position >= this.tics) this.seek(0);
    this.playing = on;
    this.report();
  }

  setSpeed(speed: number): void {
    this.speed = Math.min(16, Math.max(0.1, speed));
    this.game.pace(this.speed);
    this.report();
  }

  seek(tic: number): void {
    this.seekTarget = Math.min(Math.max(0, Math.floor(tic)), this.tics);
    this.position = this.seekTarget;
    if (!this.seeking) void this.move();
  }

  private beat(): void {
    const now = performance.now();
    const passed = Math.min(now - this.lastBeat, gapMillis);
    this.lastBeat = now;
    if (this.playing && !this.seeking && !this.starved) {
      this.position = Math.min(this.position + (passed * this.speed) / ticMillis, this.tics);
    }
    if (!this.seeking) this.feed();
    this.mark();
    if (this.playing && this.position >= this.tics && !this.seeking) this.playing = false;
    if (now - this.lastReport >= reportMillis) this.report();
  }

  /** Saves the game's current state as a seek target. */
  private mark(): void {
    if (this.stopped || this.game.tic === 0) return;
    try {
      this.source.at(this.game.tic, () => this.game.save());
    } catch (e) {
      this.game.failed(e);
      this.stop();
    }
  }

  /** Feeds the game the bundles that are due. */
  private feed(): void {
    const due = Math.floor(this.position);
    this.starved = false;
    while (this.game.nextTic() < due) {
      const bundle = this.bundle(this.game.nextTic());
      this.starved = bundle === null;
      if (bundle === null) return;
      this.game.receive(bundle);
    }
    // Prefetch the next chunk.
    if (due + chunkTics / 2 < this.tics) this.bundle(due + chunkTics / 2);
  }

  /** The bundle of a tic; null while it is being fetched. */
  private bundle(tic: number): ArrayBuffer | null {
    const index = Math.floor(tic / chunkTics);
    const chunk = this.chunks.get(index);
    const at = (tic - index * chunkTics) * bundleBytes;
    if (chunk === undefined || at + bundleBytes > chunk.length) {
      if (!this.fetching) void this.fetchChunk(index);
      return null;
    }
    return chunk.slice(at, at + bundleBytes).buffer as ArrayBuffer;
  }

  private async fetchChunk(index: number): Promise<void> {
    this.fetching = true;
    try {
      const first = index * chunkTics;
      const { data: chunk, tics } = await this.source.bundles(first, chunkTics);
      const end = first + Math.floor(chunk.length / bundleBytes);
      // A session that is still running has grown in the meantime. Bundles that did not come
      // do not exist, whatever the head says.
      this.tics = end < first + chunkTics ? end : Math.max(this.tics, tics);
      this.position = Math.min(this.position, this.tics);
      this.chunks.delete(index);
      this.chunks.set(index, chunk);
      for (const old of this.chunks.keys()) {
        if (this.chunks.size <= chunksKept) break;
        this.chunks.delete(old);
      }
    } catch (e) {
      if (!this.stopped) this.game.failed(e);
      this.stop();
    } finally {
      this.fetching = false;
    }
  }

  /** Seeks to the last target until there is no newer one. */
  private async move(): Promise<void> {
    this.seeking = true;
    try {
      for (let goal = this.seekTarget; goal !== null && !this.stopped; goal = this.seekTarget) {
        this.seekTarget = null;
        this.report();
        await this.jump(goal);
        // The file may end earlier than its head says.
        const left = (): number => Math.min(goal, this.tics);
        while (this.seekTarget === null && !this.stopped && this.game.tic < left()) {
          await this.catchUp(left());
        }
      }
    } catch (e) {
      if (!this.stopped) this.game.failed(e);
      this.stop();
    } finally {
      this.seeking = false;
      this.lastBeat = performance.now();
      this.report();
    }
  }

  /** Moves the game to a state near goal. */
  private async jump(goal: number): Promise<void> {
    const at = this.game.nextTic();
    if (goal >= at && goal - at <= playedOn) return;
    const known = await this.source.state(goal);
    const state = known !== null && (goal < at || known.tic > at) ? known.state : null;
    if (this.stopped || (state === null && goal >= at)) return;
    this.game.moveTo(state);
  }

  private async catchUp(goal: number): Promise<void> {
    while (this.game.nextTic() < goal) {
      const tic = this.game.nextTic();
      const bundle = this.bundle(tic);
      if (bundle === null) break;
      this.game.receive(bundle);
      if (this.game.nextTic() === tic) break; // the game doesn't take it: retry
      if (tic - this.game.tic > chunkTics) break; // enough for now
    }
    this.mark();
    this.report();
    await new Promise((done) => setTimeout(done, beatMillis));
  }

  private report(): void {
    this.lastReport = performance.now();
    if (this.stopped) return;
    this.game.changed({
      tic: this.seeking ? Math.floor(this.position) : this.game.tic,
      tics: this.tics,
      playing: this.playing,
      speed: this.speed,
      seeking: this.seeking,
      waiting: this.starved,
      early: this.source.early,
    });
  }
}
