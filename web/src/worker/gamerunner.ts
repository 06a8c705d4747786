// Enters and runs games: a host's game as player or spectator, a game for one, or a replay.

import { alone, wantsSnapshot, whyClosed, type Entry } from "./activity";
import type { RoutePreference } from "./channel";
import { loadFailure, wadIds } from "./content";
import type { CurrentActivity } from "./currentactivity";
import type { Emit } from "./emit";
import type { Engine } from "./engine";
import { Game, savedBundles, soloBundle, type GameEvents, type GameOptions } from "./game";
import { GameChannel } from "./gamechannel";
import type { GameLoader } from "./gameloader";
import type { OwnSeat } from "./ownseat";
import type { PlayerView } from "./playerview";
import { Recording } from "./recording";
import { ReplayFeed } from "./replay";
import type { ReplaySource } from "./replaysource";
import type { SavedGames } from "./savedgames";
import { skipAhead } from "./snapshot";
import type { Params } from "../shared/lobby";
import { isSpectating, type FromPageRtc } from "../shared/messages";
import type { Past } from "../shared/savegame";

/** What a game needs from the host. */
export interface GameHost {
  /** In ms; 0: not measured. */
  roundTrip(): number;
  /** Whether the host offers data channels. */
  signals(): boolean;
  /** Sends the host the state's hash after a tic. */
  hash(tic: number, hash: string): void;
}

export interface RunnerOptions {
  readonly preference: RoutePreference;
  readonly debug: boolean;
}

/** The state that a running game shares with its connections. */
interface Run {
  readonly entry: Entry;
  readonly engine: Engine;
  readonly recording: Recording | null;
  connection: GameChannel | null;
}

export class GameRunner {
  constructor(
    private readonly activity: CurrentActivity,
    private readonly loader: GameLoader,
    private readonly view: PlayerView,
    private readonly saves: SavedGames,
    private readonly own: OwnSeat,
    private readonly host: GameHost,
    private readonly options: RunnerOptions,
    private readonly emit: Emit,
  ) {}

  /** Starts a game for one, new or continued from a saved one. A new one is stored under its start time. */
  solo(params: Params, past: Past, key: string): void {
    void this.enter(alone(params, past, key || String(Date.now())));
  }

  /** Continues a game alone after its host is gone; the other players leave it. */
  playOn(): void {
    const a = this.activity.playing;
    if (a === null || a.role !== "player") return;
    this.activity.stop();
    this.own.setTicket(null);
    this.play(a.engine, { ...a.entry, role: "solo", seat: null, frontier: 0 });
  }

  async enter(entry: Entry): Promise<void> {
    const engine = await this.loader.load(entry.role, wadIds(entry.params), async (e) => {
      this.startEngine(e, entry, entry.slots);
      if (wantsSnapshot(entry))
        await skipAhead(e, (done, total) => this.emit({ k: "load", step: "snapshot", done, total }));
    });
    if (engine === null) return;
    // A player who took longer than tic 0 waits joins a running game.
    if (entry.role === "player" && this.own.comeLate()) this.emit({ k: "load", step: "catchUp", done: 0, total: 0 });
    else this.play(engine, entry);
  }

  /** Pauses a game for one, or resumes it. */
  pause(on: boolean): void {
    const { playing } = this.activity;
    if (playing?.role === "solo") playing.game.pause(on);
  }

  /** Handles the page's news of its peer connection. */
  rtc(message: FromPageRtc): void {
    this.activity.playing?.channel?.fromPage(message);
  }

  /** For tests: brings this engine out of step. */
  disturb(): void {
    if (this.options.debug) this.activity.playing?.game.disturb();
  }

  private startEngine(engine: Engine, entry: Entry, slots: readonly number[]): void {
    const console = entry.demo?.console ?? (isSpectating(entry.role) ? (slots[0] ?? 0) : entry.slot);
    engine.start({
      params: entry.params,
      netGame: entry.demo?.netGame ?? entry.role !== "solo",
      overruns: entry.demo?.overruns ?? entry.saved?.past.overruns ?? false,
      slots,
      console,
    });
    entry.names.forEach((name, slot) => engine.name(slot, name));
    this.view.begin(engine, console);
  }

  private play(engine: Engine, entry: Entry): void {
    const options: GameOptions = {
      role: entry.role,
      slot: entry.slot,
      frontier: entry.frontier,
      roundTrip: entry.role === "solo" ? 0 : this.host.roundTrip(),
      fromHost: entry.seat !== null || entry.role === "spectator",
      everyHash: this.options.debug,
    };
    const recording = entry.saved === undefined ? null : new Recording(entry.params, entry.saved.past, entry.saved.key);
    const run: Run = { entry, engine, recording, connection: null };
    const game: Game = new Game(engine, options, {
      ...this.gameEvents(run),
      send: (message) => {
        if (entry.role !== "solo") run.connection?.channel.send(message);
        else this.relay(run, game, message);
      },
    });
    if (options.fromHost) {
      this.own.release();
      const closed = (code: number, reason: string): void => this.closed(code, reason);
      run.connection = new GameChannel(entry.seat, this.options.preference, game, closed, this.emit);
    }
    const channel = run.connection?.channel ?? null;
    const feed = entry.replay === undefined ? null : this.feed(entry.replay, entry, game, engine);
    this.activity.begin({ at: "playing", role: entry.role, entry, game, engine, channel, feed, recording });
    if (entry.saved !== undefined) game.replayBundles(savedBundles(entry.saved.past.input));
    else if (!options.fromHost) game.connected();
  }

  /** Acts as the relay of a game for one. */
  private relay({ entry, recording }: Run, game: Game, message: Uint8Array<ArrayBuffer>): void {
    recording?.append(message.subarray(4));
    const { playing } = this.activity;
    if (recording !== null && this.saves.due(recording.tics) && playing !== null) this.saves.store(playing);
    game.receive(soloBundle(message, entry.slot));
  }

  private gameEvents(run: Run): Omit<GameEvents, "send"> {
    const { entry, engine } = run;
    const { emit } = this;
    return {
      restart: (slots) => this.startEngine(engine, entry, slots),
      live: () => {
        emit({
          k: "playing",
          role: entry.role,
          slot: this.view.slot,
          names: entry.names,
          palettes: engine.palettes(),
        });
        // A spectator has nothing to gain.
        if (this.host.signals() && entry.role === "player") run.connection?.channel.offer();
      },
      catchUp: (done, total) => {
        run.connection?.channel.catchingUp(performance.now());
        emit({ k: "load", step: entry.saved === undefined ? "catchUp" : "savedGame", done, total });
      },
      hash: (tic, hash) => {
        if (entry.role === "player") this.host.hash(tic, hash);
      },
      tics: (first, hashes, millis, players, facts) => emit({ k: "tics", first, hashes, millis, players, game: facts }),
      inconsistent: (tic, mask) => emit({ k: "inconsistent", tic, mask }),
      silent: (on) => emit({ k: "hostSilent", on }),
      filled: (slots) => emit({ k: "filled", slots }),
      net: (stats) => emit({ k: "netStats", stats: { ...stats, transport: run.connection?.transport ?? null } }),
      failed: (e) => this.loader.broke(e),
    };
  }

  private feed(source: ReplaySource, entry: Entry, game: Game, engine: Engine): ReplayFeed {
    return new ReplayFeed(source, {
      get tic() {
        return game.tic;
      },
      nextTic: () => game.nextTic(),
      receive: (bundle) => game.receive(bundle),
      moveTo: (state) => {
        if (state === null) this.startEngine(engine, entry, entry.slots);
        else engine.restore(state);
        game.moved(false);
      },
      save: () => engine.save(),
      pace: (speed) => game.pace(speed),
      changed: (state) => this.emit({ k: "playback", state }),
      failed: (e) => this.activity.over(loadFailure(e)),
    });
  }

  private closed(code: number, reason: string): void {
    const failure = whyClosed(code, reason);
    if (failure.kind !== "refused") this.own.setTicket(null);
    this.activity.over(failure);
  }
}
