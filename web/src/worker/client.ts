// Wires up the Worker's parts: one lobby connection, at most one game, one engine.

import type { RoutePreference } from "./channel";
import { ContentLoader } from "./content";
import { CurrentActivity } from "./currentactivity";
import type { Emit } from "./emit";
import type { Engine } from "./engine";
import { GameLoader } from "./gameloader";
import { GameRunner } from "./gamerunner";
import { LobbyPolicy } from "./lobbypolicy";
import { OwnSeat } from "./ownseat";
import { PlayerView } from "./playerview";
import { ProgressReporter } from "./progressreporter";
import { Replayer } from "./replayer";
import { SavedGames } from "./savedgames";
import { SoundFeed } from "./sound";
import { openStore } from "./store";
import type { ToHost } from "../shared/lobby";
import type { Ticket } from "../shared/messages";

export class Client {
  readonly sound: SoundFeed;
  readonly saves: SavedGames;
  readonly view: PlayerView;
  readonly games: GameRunner;
  readonly replayer: Replayer;
  readonly lobby: LobbyPolicy;
  private readonly activity: CurrentActivity;
  private readonly loader: GameLoader;

  constructor(
    wasmUrl: string,
    build: string,
    ticket: Ticket | null,
    debug: boolean,
    preference: RoutePreference,
    emit: Emit,
  ) {
    const send = (message: ToHost): boolean => this.lobby.send(message);
    const own = new OwnSeat(ticket, send, (kept) => emit({ k: "ticket", ticket: kept }));
    const progress = new ProgressReporter(send);
    const content = new ContentLoader(wasmUrl, build, (step, done, total) => {
      if (step === "wad") progress.loaded(performance.now(), done, total);
      else if (step === "level") progress.complete(performance.now());
      emit({ k: "load", step, done, total });
    });
    this.saves = new SavedGames(openStore("games"), emit);
    this.activity = new CurrentActivity(this.saves, own, emit);
    this.sound = new SoundFeed(() => this.activity.engine, emit);
    this.loader = new GameLoader(content, this.activity, emit);
    this.view = new PlayerView(this.activity, (e) => this.loader.broke(e));
    const host = {
      roundTrip: () => this.lobby.roundTrip,
      signals: () => this.lobby.signals,
      hash: (tic: number, hash: string) => void send({ t: "hash", tic, hash }),
    };
    const options = { preference, debug };
    this.games = new GameRunner(this.activity, this.loader, this.view, this.saves, own, host, options, emit);
    this.replayer = new Replayer(build, content, this.activity, this.loader, this.view, this.games, emit);
    // It connects at once and notifies the other parts.
    this.lobby = new LobbyPolicy(own, progress, this.activity, this.loader, this.games, emit);
  }

  /** Gives the page the game for one as a file. */
  save(): void {
    this.saves.save(this.activity.playing);
  }

  /** Calls act with the engine of the running game. */
  withEngine(act: (engine: Engine) => void): void {
    const { playing } = this.activity;
    if (playing !== null) act(playing.engine);
  }

  /** The engine crashed: ends the current activity. */
  broke(e: unknown): void {
    this.loader.broke(e);
  }
}
