// What the Worker does: one lobby connection, at most one game, one engine.

import { LoadAhead } from "./ahead";
import { alone, spectating, playing, shown, wantsSnapshot, whyClosed, type Activity, type Entry } from "./activity";
import { Channel, type Wish } from "./channel";
import { ContentLoader, loadTrouble, wadIds } from "./content";
import { DemoReader } from "./demofile";
import { DemoLoop } from "./demos";
import { copied, engineFailure, EngineError, type Engine } from "./engine";
import { Game, savedBundles, soloBundle, type GameOptions } from "./game";
import { SaveStore } from "./savestore";
import { Lobby } from "./lobby";
import { OwnSeat } from "./ownseat";
import { ProgressTeller } from "./progress";
import { Recording } from "./recording";
import { ReplayFeed } from "./replay";
import { hostWads } from "./hostwads";
import { fileReplay, hostReplay, type ReplaySource } from "./replaysource";
import { Resync } from "./resync";
import { skipAhead } from "./snapshot";
import { SoundFeed } from "./sound";
import { openStore } from "./store";
import type { FromHost, Params, Seat, ToHost } from "../shared/lobby";
import type { Past } from "../shared/savegame";
import { isOffline, isSpectating } from "../shared/messages";
import type {
  FromPageRtc,
  FromWorker,
  PlayOptions,
  Role,
  Ticket,
  ToWorker,
  Transport,
  Trouble,
} from "../shared/messages";
import type { Drawn } from "../shared/pictures";
import { closeCode } from "../shared/wire";

/** Tells the page. */
type Emit = (message: FromWorker, transfer?: Transferable[]) => void;

export class Client {
  readonly sound: SoundFeed;
  readonly demoReader: DemoReader;
  private activity: Activity = { at: "idle" };
  private readonly lobby: Lobby;
  private readonly content: ContentLoader;
  private readonly keeping = new SaveStore(openStore("games"), () => this.emit({ k: "unkept" }));
  private linkedAt = 0; // when the lobby's connection was made, ms
  private options: PlayOptions | null = null;
  private viewSlot = 0;
  private readonly own: OwnSeat;
  private readonly progress: ProgressTeller;
  private inProgress: Extract<FromHost, { t: "inprogress" }> | null = null;
  private roster: Extract<FromHost, { t: "roster" }> | null = null;
  private roundTrip = 0; // ms, the smallest of the last pings
  private readonly ahead = new LoadAhead(
    (ids) => this.content.engine(ids),
    (trouble) => this.emit({ k: "ahead", trouble }),
  );
  private readonly resync = new Resync({
    busy: (on) => this.emit({ k: "resync", on }),
    done: () => this.emit({ k: "resynced" }),
  });
  private signal = false; // the host offers data channels

  constructor(
    wasmUrl: string,
    private readonly build: string,
    ticket: Ticket | null,
    private readonly debug: boolean,
    private readonly preference: Wish,
    private readonly emit: Emit,
  ) {
    this.own = new OwnSeat(
      ticket,
      (message) => this.lobby.send(message),
      (kept) => this.emit({ k: "ticket", ticket: kept }),
    );
    this.sound = new SoundFeed(() => this.engine(), emit);
    this.progress = new ProgressTeller((message) => this.lobby.send(message));
    this.content = new ContentLoader(wasmUrl, build, (step, done, total) => {
      if (step === "wad") this.progress.loaded(performance.now(), done, total);
      else if (step === "level") this.progress.complete(performance.now());
      this.emit({ k: "load", step, done, total });
    });
    this.demoReader = new DemoReader(() => this.content.bare(), emit);
    this.lobby = new Lobby({
      link: (state, retryIn) => {
        this.emit({ k: "link", state, retryIn });
        if (state === "open") this.linkedAt = performance.now();
        if (state === "open" && this.activity.at === "playing") this.activity.channel?.again();
        if (state === "lost") this.own.linkLost();
        if (state === "away") this.own.sentAway();
      },
      gone: (gone) => this.emit({ k: "gone", gone }),
      message: (message) => this.fromLobby(message),
      roundTrip: (millis) => {
        this.roundTrip = this.roundTrip === 0 ? millis : Math.min(millis, this.roundTrip * 1.05);
        if (this.activity.at === "playing") this.activity.game.roundTrip(millis);
        this.redial();
      },
      kicked: (reason) => {
        this.own.setTicket(null);
        // What is shown without the host goes on.
        if (!this.isApart()) this.over({ kind: "kicked", detail: reason });
      },
    });
  }

  /** The host answers by a connection that was made after the game's was last heard: the game's is dead. */
  private redial(): void {
    const a = this.activity;
    if (this.own.resuming || a.at !== "playing" || a.channel === null || !a.game.silent || a.game.heard > this.linkedAt)
      return;
    this.linkedAt = 0; // once
    a.channel.restart();
  }

  /** To the lobby and the game again: after the host sent this page away, or where it does not answer. */
  connect(): void {
    this.lobby.again();
    if (this.activity.at === "playing") this.activity.channel?.again();
  }

  /** What the page has to say. A name is told again on the next connection; of all else that is lost people hear. */
  say(message: ToHost): void {
    if (!this.lobby.send(message) && message.t !== "name") this.emit({ k: "unheard", sent: false });
  }

  private fromLobby(m: FromHost): void {
    switch (m.t) {
      case "welcome":
        this.inProgress = null;
        this.signal = m.signal;
        this.own.welcome(m.slot, m.token);
        this.progress.seated(performance.now());
        break;
      case "full":
        this.own.full();
        break;
      case "roster":
        this.roster = m;
        this.namePlayers(m.players);
        this.prepare(m.params);
        break;
      case "inprogress":
        this.inProgress = m;
        this.prepare(m.params);
        this.own.inProgress();
        break;
      case "launch":
        this.launch(m);
        break;
      case "error":
        if (this.own.refused()) {
          if (this.activity.at === "loading" && this.activity.role === "player")
            this.over({ kind: "refused", code: closeCode.wrongToken, detail: "" });
          return;
        }
        break;
      case "dropped":
        this.own.dropped(m.slot);
        break;
      case "desync":
        this.resyncIfOwn(m.slots);
        break;
      case "ended":
        // Where the host itself ends, the picture stays: the player may go on alone.
        if (m.closing && this.activity.at === "playing") break;
        this.own.setTicket(null);
        this.inProgress = null;
        if (this.activity.at !== "idle" && !this.isApart()) this.over({ kind: "ended" });
        break;
      default:
        break;
    }
    this.emit({ k: "lobby", message: m });
  }

  /** Who drops in, or gets another name, has it in the game's own lines, too. */
  private namePlayers(players: readonly Seat[]): void {
    const a = this.activity;
    if (a.at !== "playing" || this.isApart()) return;
    for (const p of players) a.engine.name(p.slot, p.name);
  }

  /** This page's state may be one of those that differ from the host's. */
  private resyncIfOwn(slots: readonly number[]): void {
    const a = this.activity;
    const seat = this.own.ticket;
    if (a.at === "playing" && a.role === "player" && seat !== null && slots.includes(seat.slot))
      void this.resync.run(a, seat, () => this.activity === a);
  }

  /** The engine at work. */
  private engine(): Engine | null {
    const a = this.activity;
    return a.at === "playing" || a.at === "showing" ? a.engine : null;
  }

  /** What is shown has nothing to do with the host's game. */
  private isApart(): boolean {
    const a = this.activity;
    return a.at === "showing" || ((a.at === "playing" || a.at === "loading") && isOffline(a.role));
  }

  /** Begins to load what the lobby's settings will need. */
  private prepare(params: Params): void {
    if (this.activity.at !== "idle" || params.wadId === "") return;
    this.ahead.want(wadIds(params), () => this.activity.at === "idle");
  }

  private launch(m: Extract<FromHost, { t: "launch" }>): void {
    const { slot, token } = this.own.launched(m);
    const a = this.activity;
    if (a.at === "playing" && a.role === "player" && (m.join || m.resume)) {
      // The lobby's connection came back.
      a.channel?.resume(slot, token);
      return;
    }
    void this.enter(playing(m, { slot, token }));
  }

  watch(): void {
    const running = this.inProgress;
    const roster = this.roster;
    const params = running?.params ?? roster?.params;
    const players = running?.players ?? roster?.players;
    if (params !== undefined && players !== undefined)
      void this.enter(spectating(params, players, running?.frontier ?? 0));
  }

  /** A game for one, from its beginning or on from a saved one. A new one is kept under its start. */
  solo(params: Params, past: Past, key: string): void {
    void this.enter(alone(params, past, key || String(Date.now())));
  }

  /** Goes on alone with the game of a host that is gone; the others are out of it. */
  playOn(): void {
    const a = this.activity;
    if (a.at !== "playing" || a.role !== "player") return;
    this.stop();
    this.own.setTicket(null);
    this.play(a.engine, { ...a.entry, role: "solo", seat: null, frontier: 0 });
  }

  /** Gives the page the game for one as a file. */
  save(): void {
    const a = this.activity;
    if (a.at !== "playing" || a.recording === null) return;
    const demo = a.recording.demo(a.engine.game(), Date.now()).buffer;
    this.emit({ k: "saved", demo }, [demo]);
  }

  async kept(): Promise<void> {
    const games = await this.keeping.games();
    this.emit(
      { k: "kept", games },
      games.map((g) => g.demo),
    );
  }

  private keep(): void {
    const a = this.activity;
    if (a.at !== "playing" || a.recording === null) return;
    try {
      void this.keeping.keep(a.recording, a.engine.game(), Date.now());
    } catch {
      // The engine broke down: what was kept last is what there is.
    }
  }

  /** Shows the title and the WADs' demos, for ever. */
  async demos(wads: readonly string[]): Promise<void> {
    const engine = await this.load("demos", wads, (e) => e.attract());
    if (engine === null) return;
    this.viewSlot = 0;
    this.applyOptions(engine);
    const loop = new DemoLoop(
      engine,
      (piece) => this.emit({ k: "piece", piece }),
      (e) => this.broke(e),
    );
    this.activity = { at: "showing", loop, engine };
    this.emit({ k: "playing", role: "demos", slot: 0, names: [], palettes: engine.palettes() });
  }

  /** Shows a game that the host recorded. */
  replay(id: string): Promise<void> {
    return this.show(() => hostReplay(id, this.build));
  }

  /** Shows a recording's file. */
  replayFile(file: File): Promise<void> {
    return this.show(() => fileReplay(file, { list: hostWads, kept: (id) => this.content.keeps(id) }));
  }

  /** Shows the demo that was read last, with the WADs of params. */
  replayDemo(params: Params, overruns: boolean): void {
    const entry = this.demoReader.entry(params, overruns);
    if (entry !== null) void this.enter(entry);
  }

  private async show(open: () => Promise<ReplaySource>): Promise<void> {
    this.stop();
    const loading: Activity = { at: "loading", role: "replay" };
    this.activity = loading;
    this.emit({ k: "load", step: "recording", done: 0, total: 0 });
    try {
      const source = await open();
      if (this.activity === loading) await this.enter(shown(source));
    } catch (e) {
      if (this.activity === loading) this.over(loadTrouble(e));
    }
  }

  playback(m: Extract<ToWorker, { k: "tape" }>): void {
    const feed = this.activity.at === "playing" ? this.activity.feed : null;
    if (m.speed !== undefined) feed?.setSpeed(m.speed);
    if (m.seek !== undefined) feed?.seek(m.seek);
    if (m.play !== undefined) feed?.play(m.play);
  }

  leave(): void {
    try {
      const wasApart = this.isApart();
      // Before there is a game's channel nothing else tells the host; the goodbye of one that ends may come too late.
      const a = this.activity;
      if ((a.at === "loading" || a.at === "playing") && a.role === "player") this.lobby.send({ t: "leave" });
      this.stop();
      if (!wasApart) this.own.setTicket(null);
    } finally {
      this.emit({ k: "idle" });
    }
  }

  private stop(): void {
    if (this.activity.at === "playing") {
      this.keep();
      this.activity.game.stop();
      this.activity.channel?.close();
      this.activity.feed?.stop();
    }
    if (this.activity.at === "showing") this.activity.loop.stop();
    this.activity = { at: "idle" };
  }

  private over(trouble: Trouble): void {
    this.own.release();
    this.stop();
    this.emit({ k: "over", trouble });
  }

  private async enter(entry: Entry): Promise<void> {
    const engine = await this.load(entry.role, wadIds(entry.params), async (e) => {
      this.startEngine(e, entry, entry.slots);
      if (wantsSnapshot(entry))
        await skipAhead(e, (done, total) => this.emit({ k: "load", step: "snapshot", done, total }));
    });
    if (engine === null) return;
    // Who took longer than tic 0 waits comes into a game that runs.
    if (entry.role === "player" && this.own.comeLate()) this.emit({ k: "load", step: "catchUp", done: 0, total: 0 });
    else this.play(engine, entry);
  }

  /** Gets an engine ready; null where that failed, or something else was begun meanwhile. */
  private async load(
    role: Role,
    wads: readonly string[],
    begin: (engine: Engine) => void | Promise<void>,
  ): Promise<Engine | null> {
    this.stop();
    const loading: Activity = { at: "loading", role };
    this.activity = loading;
    this.emit({ k: "load", step: "engine", done: 0, total: 1 });
    try {
      const engine = await this.content.engine(wads);
      if (this.activity !== loading) return null;
      await begin(engine);
      return this.activity === loading ? engine : null;
    } catch (e) {
      if (this.activity === loading) this.over(loadTrouble(e));
      return null;
    }
  }

  /** The engine broke down, or it refuses the next map: that it would do again. */
  broke(e: unknown): void {
    this.content.discard();
    const kind = e instanceof EngineError ? "content" : "engine";
    this.over({ kind, detail: engineFailure(e) });
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
    this.viewSlot = console;
    entry.names.forEach((name, slot) => engine.name(slot, name));
    this.applyOptions(engine);
  }

  private play(engine: Engine, entry: Entry): void {
    let channel: Channel | null = null;
    let transport: Transport | null = null;
    const options: GameOptions = {
      role: entry.role,
      slot: entry.slot,
      frontier: entry.frontier,
      roundTrip: entry.role === "solo" ? 0 : this.roundTrip,
      fromHost: entry.seat !== null || entry.role === "spectator",
      everyHash: this.debug,
    };
    const recording = entry.saved === undefined ? null : new Recording(entry.params, entry.saved.past, entry.saved.key);
    const game = new Game(engine, options, {
      send: (message) => {
        if (entry.role !== "solo") {
          channel?.send(message);
          return;
        }
        recording?.append(message.subarray(4));
        if (recording !== null && this.keeping.due(recording.tics)) this.keep();
        game.receive(soloBundle(message, entry.slot));
      },
      restart: (slots) => this.startEngine(engine, entry, slots),
      live: () => {
        this.emit({
          k: "playing",
          role: entry.role,
          slot: this.viewSlot,
          names: entry.names,
          palettes: engine.palettes(),
        });
        // Who only watches has nothing to gain.
        if (this.signal && entry.role === "player") channel?.offer();
      },
      catchUp: (done, total) => {
        channel?.catchingUp(performance.now());
        this.emit({ k: "load", step: entry.saved === undefined ? "catchUp" : "savedGame", done, total });
      },
      hash: (tic, hash) => {
        if (entry.role === "player") this.lobby.send({ t: "hash", tic, hash });
      },
      tics: (first, hashes, millis, players, facts) =>
        this.emit({ k: "tics", first, hashes, millis, players, game: facts }),
      inconsistent: (tic, mask) => this.emit({ k: "inconsistent", tic, mask }),
      silent: (on) => this.emit({ k: "silent", on }),
      filled: (slots) => this.emit({ k: "filled", slots }),
      net: (stats) => this.emit({ k: "net", stats: { ...stats, transport } }),
      failed: (e) => this.broke(e),
    });
    if (options.fromHost) {
      this.own.release();
      channel = new Channel(entry.seat, this.preference, () => game.nextTic(), {
        open: () => {
          transport ??= "WebSocket";
          this.emit({ k: "channel", lost: null });
          game.connected();
        },
        lost: (left) => this.emit({ k: "channel", lost: { left } }),
        bundle: (data) => game.receive(data),
        closed: (code, reason) => this.closed(code, reason),
        used: (now) => {
          transport = now;
          // A banner that says otherwise is out of date.
          this.emit({ k: "channel", lost: null });
        },
        toPage: (message) => this.emit({ k: "rtc", message }),
      });
    }
    const feed = entry.replay === undefined ? null : this.feed(entry.replay, entry, game, engine);
    this.activity = { at: "playing", role: entry.role, entry, game, engine, channel, feed, recording };
    if (entry.saved !== undefined) game.again(savedBundles(entry.saved.past.input));
    else if (!options.fromHost) game.connected();
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
      changed: (state) => this.emit({ k: "tape", state }),
      failed: (e) => this.over(loadTrouble(e)),
    });
  }

  private closed(code: number, reason: string): void {
    const trouble = whyClosed(code, reason);
    if (trouble.kind !== "refused") this.own.setTicket(null);
    this.over(trouble);
  }

  setOptions(options: PlayOptions): void {
    this.options = options;
    const engine = this.engine();
    if (engine !== null) this.applyOptions(engine);
  }

  private applyOptions(engine: Engine): void {
    if (this.options !== null) engine.options(this.options, this.viewSlot);
  }

  /** Looks through another slot's eyes; the simulation stays the same. */
  view(slot: number): void {
    this.viewSlot = slot;
    if (this.activity.at === "playing") this.applyOptions(this.activity.engine);
  }

  rtc(message: FromPageRtc): void {
    if (this.activity.at === "playing") this.activity.channel?.fromPage(message);
  }

  /** Does something with the engine of the running game. */
  withEngine(act: (engine: Engine) => void): void {
    if (this.activity.at === "playing") act(this.activity.engine);
  }

  disturb(): void {
    if (this.debug && this.activity.at === "playing") this.activity.game.disturb();
  }

  hold(on: boolean): void {
    if (this.activity.at === "playing" && this.activity.role === "solo") this.activity.game.hold(on);
  }

  /** Draws a picture into the spare buffer, where it fits; null: there is nothing to be seen. */
  draw(spare: ArrayBuffer | null): Drawn | null {
    const a = this.activity;
    if (a.at !== "playing" && a.at !== "showing") return null;
    try {
      const begin = performance.now();
      const picture = (a.at === "playing" ? a.game : a.loop).draw(this.options?.interpolate ?? true);
      return { ...copied(picture, spare), mapShown: a.engine.mapShown(), drawMillis: performance.now() - begin };
    } catch (e) {
      this.broke(e);
      return null;
    }
  }
}
