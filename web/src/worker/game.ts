// A running game: executes bundles strictly in order, sends ticcmds when the pacer says so,
// and draws pictures on demand. Arriving bundles and a timer drive it; a Worker's timers also
// run while the tab is hidden.

import { FilledWatch } from "./filled";
import { Phase } from "./phase";
import { Silence } from "./silence";
import type { Engine, Picture } from "./engine";
import { bundleAngle, bundleBytes, bundleHead, inputBytes, ticcmdBytes } from "../shared/wire";
import { paceStat } from "../shared/generated/engine";
import { isSpectating } from "../shared/messages";
import type { GameFacts, NetStats, PlayerFacts, Role } from "../shared/messages";

export interface GameOptions {
  readonly role: Role;
  readonly slot: number; // the slot that input is built for; ignored for spectators
  readonly frontier: number; // first tic to be played, not replayed
  readonly roundTrip: number; // ms, 0: not measured
  readonly fromHost: boolean; // bundles come from a relay, which seals tics all the time
  readonly everyHash: boolean; // also hashes tics that are not reported to the host
}

export interface GameEvents {
  /** A ticcmd for the relay. */
  send(message: Uint8Array<ArrayBuffer>): void;
  /** The set of players at tic 0 differs from the one that the game was started with. */
  restart(slots: readonly number[]): void;
  /** The first tic that is played (or watched live) is done. */
  live(): void;
  catchUp(done: number, total: number): void;
  hash(tic: number, hash: string): void;
  tics(
    first: number,
    hashes: readonly string[],
    millis: number,
    players: readonly PlayerFacts[],
    game: GameFacts,
  ): void;
  inconsistent(tic: number, mask: number): void;
  net(stats: Omit<NetStats, "transport">): void;
  /** Bundles have stopped coming (true) or have resumed (false). */
  silent(on: boolean): void;
  /** The set of slots that the host fills has changed. */
  filled(slots: number): void;
  failed(e: unknown): void;
}

// During a replay, other messages get a turn this often.
const sliceMillis = 12;
// The longest wait when nothing else wakes the game.
const idleMillis = 100;
// How often the host gets the state's hash, in tics: it notices a client that is out of step
// well within a second.
const hashTics = 16;
// How many bundles are kept, so that the game can continue from a snapshot without asking for
// them again.
const keptTics = 1024;
// A gap between bundles of this length is a stall: the relay waited for a late player.
const stallMillis = 200;
// With more bundles to execute than this, the game is catching up: what they say about the
// others is out of date.
const freshTics = 8;
// This long without a bundle is more than a stall: a running relay fills late ticcmds.
const silentMillis = 1500;

export class Game {
  private readonly queue: ArrayBuffer[] = [];
  private head = 0; // of the queue
  private next: number; // tic to be executed
  private isLive = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly phase = new Phase();
  private stopped = false;
  private working = false;
  private held = false;
  private keptBundles: ArrayBuffer[] = []; // the bundles before nextTic()
  private paced = 0; // the pacer knows all bundles below this tic
  private disturbed = false;

  // For the page's statistics.
  private hashes: string[] = [];
  private firstHash = 0;
  private stepMillis = 0;
  private reportAt = 0;
  private netAt = 0;
  private netTics = 0;
  private filledTics = [0, 0, 0, 0];
  private heardAt = 0; // when the last bundle came
  private gap = 0;
  private stalls = 0;
  private inGame = 0;
  private readonly silence = new Silence();
  private readonly filled = new FilledWatch();
  private isSilent = false;

  constructor(
    private readonly engine: Engine,
    private readonly options: GameOptions,
    private readonly events: GameEvents,
  ) {
    this.next = engine.raw.tic();
  }

  /** The first missing bundle. */
  nextTic(): number {
    return this.next + this.queue.length - this.head;
  }

  /** The channel is open (again): messages in flight before may be lost. */
  connected(): void {
    if (this.isLive) this.startPacer(performance.now());
    this.run();
  }

  /** Takes a bundle that arrived. */
  receive(data: ArrayBuffer): void {
    const head = bundleHead(data);
    if (head === null || head.tic !== this.nextTic()) return; // a duplicate, or not for this game
    this.queue.push(data);
    this.keptBundles.push(data);
    if (this.keptBundles.length >= 2 * keptTics) this.keptBundles = this.keptBundles.slice(-keptTics);
    const now = performance.now();
    if (this.heardAt > 0 && this.isLive) {
      this.gap = Math.max(this.gap, now - this.heardAt);
      if (now - this.heardAt >= stallMillis) this.stalls++;
    }
    this.heardAt = now;
    this.silence.received(now);
    this.hush(false);
    this.run();
  }

  /** Replays earlier bundles up to the frontier as fast as possible. */
  replayBundles(bundles: readonly ArrayBuffer[]): void {
    for (const bundle of bundles) this.queue.push(bundle);
    this.run();
  }

  roundTrip(millis: number): void {
    this.engine.raw.pace_rtt(millis);
  }

  /**
   * Continues from the engine's new tic after its state was replaced. With playOn, the bundles from
   * there to the newest one are executed again; returns false if they are not available.
   */
  moved(playOn: boolean): boolean {
    const end = this.nextTic();
    const first = end - this.keptBundles.length;
    this.next = this.engine.raw.tic();
    const known = playOn && this.next >= first && this.next <= end;
    const again = known ? this.keptBundles.slice(this.next - first) : [];
    this.keptBundles = known ? this.keptBundles.slice(0, this.next - first) : [];
    this.queue.length = 0;
    this.head = 0;
    // The page also gets the state at this tic: there may be no next tic.
    this.firstHash = this.next - 1;
    this.hashes = this.next > 0 ? [this.options.everyHash ? this.engine.hash() : ""] : [];
    for (const bundle of again) {
      this.queue.push(bundle);
      this.keptBundles.push(bundle);
    }
    this.run();
    return known;
  }

  /** Sets the playback speed, as a multiple of real time, for the pictures. */
  pace(speed: number): void {
    this.phase.pace(speed);
  }

  /** Makes the next tic differ from everybody else's, as if the engine had a bug. */
  disturb(): void {
    this.disturbed = true;
  }

  /** Pauses the game, or continues from here. */
  pause(on: boolean): void {
    this.held = on;
    if (!on) this.connected();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** The picture for now. */
  draw(interpolate: boolean): Picture {
    const now = performance.now();
    return this.engine.draw(
      interpolate ? this.phase.alpha(now) : 1,
      now,
      interpolate && !isSpectating(this.options.role),
    );
  }

  get tic(): number {
    return this.next;
  }

  /** When the last bundle came, in ms. */
  get heard(): number {
    return this.heardAt;
  }

  /** Whether the host sends nothing at present. */
  get silent(): boolean {
    return this.isSilent;
  }

  private readonly run = (): void => {
    // A game for one receives its bundle while it sends the ticcmd.
    if (this.stopped || this.working) return;
    this.working = true;
    clearTimeout(this.timer);
    try {
      this.work();
    } catch (e) {
      this.stop();
      this.events.failed(e);
    } finally {
      this.working = false;
    }
  };

  private work(): void {
    const until = performance.now() + sliceMillis;
    let now: number;
    do {
      now = this.drain(until);
      const behind = this.queue.length - this.head;
      if (!this.isLive) this.becomeLive(now, behind);
      if (behind === 0 && this.isLive && !isSpectating(this.options.role)) this.build(now);
    } while (this.head < this.queue.length && now < until);
    this.report(now);
    this.listen(now);
    if (!this.stopped) this.timer = setTimeout(this.run, this.untilWake(performance.now()));
  }

  /** Before the first bundle the relay waits for players; after that, a lack of bundles is silence. */
  private listen(now: number): void {
    const waited = this.silence.beat(now);
    if (this.options.fromHost && this.isLive && this.heardAt > 0 && waited >= silentMillis) this.hush(true);
  }

  private hush(on: boolean): void {
    if (on === this.isSilent) return;
    this.isSilent = on;
    this.events.silent(on);
  }

  /** Executes the queued bundles until the time slice ends. */
  private drain(until: number): number {
    let now = performance.now();
    while (this.head < this.queue.length && now < until && !this.stopped) {
      this.step(now);
      now = performance.now();
    }
    if (this.head === this.queue.length) {
      this.queue.length = 0;
      this.head = 0;
    }
    return now;
  }

  private step(now: number): void {
    const data = this.queue[this.head] as ArrayBuffer;
    const head = bundleHead(data);
    this.head++;
    if (head === null) return;
    if (head.tic === 0) this.checkStart(head.inGame);
    const bundle = new Uint8Array(data);
    if (this.disturbed) {
      const at = bundleAngle + this.options.slot * ticcmdBytes;
      bundle[at] = (bundle[at] as number) ^ 1;
      this.disturbed = false;
    }
    const inconsistent = this.engine.step(bundle);
    this.next = head.tic + 1;
    this.phase.tic(now);
    this.stepMillis = performance.now() - now;
    if (inconsistent !== 0) this.events.inconsistent(head.tic, inconsistent);
    this.note(head.inGame, head.fabricated);
    if (this.isLive && head.tic >= this.paced) {
      this.paced = head.tic + 1;
      const own = 1 << this.options.slot;
      const genuine = (head.inGame & own) !== 0 && (head.fabricated & own) === 0;
      this.engine.raw.pace_bundle(now, head.tic, genuine ? 1 : 0);
    }
  }

  /** A launched player who never connected is out of the game from tic 0. */
  private checkStart(inGame: number): void {
    for (let slot = 0; slot < 4; slot++) {
      if (this.engine.inGame(slot) !== ((inGame >> slot) & 1) > 0) {
        this.events.restart([0, 1, 2, 3].filter((s) => (inGame >> s) & 1));
        return;
      }
    }
  }

  private note(inGame: number, fabricated: number): void {
    const tic = this.next - 1;
    // During a replay there is nothing to report yet.
    const report = this.isLive && tic % hashTics === 0;
    const hash = report || (this.isLive && this.options.everyHash) ? this.engine.hash() : "";
    if (this.hashes.length === 0) this.firstHash = tic;
    this.hashes.push(hash);
    if (report) this.events.hash(tic, hash);
    this.inGame = inGame;
    this.netTics++;
    if (
      this.isLive &&
      this.options.fromHost &&
      this.queue.length - this.head <= freshTics &&
      this.filled.tic(inGame, fabricated)
    ) {
      this.events.filled(this.filled.slow);
    }
    for (let slot = 0; slot < 4; slot++) {
      if ((fabricated >> slot) & 1) this.filledTics[slot] = (this.filledTics[slot] as number) + 1;
    }
  }

  private becomeLive(now: number, behind: number): void {
    if (this.next < this.options.frontier || behind > 0) {
      this.events.catchUp(this.next, Math.max(this.options.frontier, this.next + behind));
      return;
    }
    this.isLive = true;
    this.netAt = now;
    this.netTics = 0;
    this.startPacer(now);
    this.events.live();
  }

  private startPacer(now: number): void {
    this.engine.raw.pace_start(now, this.next, this.options.roundTrip);
  }

  private build(now: number): void {
    while (!this.held) {
      const tic = this.engine.raw.pace_due(now);
      if (tic < 0) return;
      this.events.send(this.engine.build(tic, now));
    }
  }

  private untilWake(now: number): number {
    if (this.head < this.queue.length) return 0;
    if (!this.isLive || isSpectating(this.options.role)) return idleMillis;
    const wake = this.engine.raw.pace_wake();
    return wake < 0 ? idleMillis : Math.min(idleMillis, Math.max(0, wake - now));
  }

  private report(now: number): void {
    if (this.hashes.length > 0 && now - this.reportAt >= 20) {
      this.reportAt = now;
      const players = [0, 1, 2, 3].map((slot) => this.engine.player(slot));
      this.events.tics(this.firstHash, this.hashes, this.stepMillis, players, this.engine.game());
      this.hashes = [];
    }
    if (this.isLive && now - this.netAt >= 1000) {
      const stat = (which: number): number => this.engine.raw.pace_stat(which);
      this.events.net({
        rtt: stat(paceStat.rtt),
        jitter: stat(paceStat.jitter),
        delay: stat(paceStat.delay),
        ahead: stat(paceStat.ahead),
        late: stat(paceStat.late),
        filled: this.filledTics,
        rate: (this.netTics * 1000) / (now - this.netAt),
        inGame: this.inGame,
        gap: this.gap,
        stalls: this.stalls,
      });
      this.gap = 0;
      this.filledTics = [0, 0, 0, 0];
      this.netTics = 0;
      this.netAt = now;
    }
  }
}

/** The bundles of a saved game, from its ticcmds in a row. */
export function savedBundles(input: Uint8Array): ArrayBuffer[] {
  const message = new Uint8Array(inputBytes);
  const view = new DataView(message.buffer);
  return Array.from({ length: input.length / ticcmdBytes }, (_, tic) => {
    view.setUint32(0, tic, true);
    message.set(input.subarray(tic * ticcmdBytes, (tic + 1) * ticcmdBytes), 4);
    return soloBundle(message);
  });
}

/** A relay for one: turns every ticcmd at once into a bundle in which only that slot plays. */
export function soloBundle(message: Uint8Array, slot = 0): ArrayBuffer {
  const bundle = new Uint8Array(bundleBytes);
  bundle.set(message.subarray(0, 4));
  bundle[4] = 1 << slot;
  bundle.set(message.subarray(4, 4 + ticcmdBytes), 6 + slot * ticcmdBytes);
  return bundle.buffer;
}
