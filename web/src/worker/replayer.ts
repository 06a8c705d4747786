// Plays back recordings, demos, and the demo loop.

import { shown } from "./activity";
import { loadFailure, type ContentLoader } from "./content";
import type { CurrentActivity } from "./currentactivity";
import { DemoReader } from "./demofile";
import { DemoLoop } from "./demos";
import type { Emit } from "./emit";
import type { GameLoader } from "./gameloader";
import type { GameRunner } from "./gamerunner";
import { hostWads } from "./hostwads";
import type { PlayerView } from "./playerview";
import { fileReplay, hostReplay, type ReplaySource } from "./replaysource";
import type { Params } from "../shared/lobby";
import type { ToWorker } from "../shared/messages";

export class Replayer {
  private readonly demoReader: DemoReader;

  constructor(
    private readonly build: string,
    private readonly content: ContentLoader,
    private readonly activity: CurrentActivity,
    private readonly loader: GameLoader,
    private readonly view: PlayerView,
    private readonly games: GameRunner,
    private readonly emit: Emit,
  ) {
    this.demoReader = new DemoReader(() => content.bare(), emit);
  }

  /** Loops the title and the WADs' demos. */
  async demos(wads: readonly string[]): Promise<void> {
    const engine = await this.loader.load("demos", wads, (e) => e.attract());
    if (engine === null) return;
    this.view.begin(engine, 0);
    const loop = new DemoLoop(
      engine,
      (part) => this.emit({ k: "demoLoopPart", part }),
      (e) => this.loader.broke(e),
    );
    this.activity.begin({ at: "showing", loop, engine });
    this.emit({ k: "playing", role: "demos", slot: 0, names: [], palettes: engine.palettes() });
  }

  /** Plays back a game that the host recorded. */
  replay(id: string): Promise<void> {
    return this.show(() => hostReplay(id, this.build));
  }

  /** Plays back a recording's file. */
  replayFile(file: File): Promise<void> {
    return this.show(() => fileReplay(file, { list: hostWads, cached: (id) => this.content.keeps(id) }));
  }

  /** Reads a demo by any program, for later playback. */
  readDemo(file: File): Promise<void> {
    return this.demoReader.read(file);
  }

  /** Plays back the demo that was read last, with the WADs of params. */
  replayDemo(params: Params, overruns: boolean): void {
    const entry = this.demoReader.entry(params, overruns);
    if (entry !== null) void this.games.enter(entry);
  }

  playback(m: Extract<ToWorker, { k: "playback" }>): void {
    const feed = this.activity.playing?.feed ?? null;
    if (m.speed !== undefined) feed?.setSpeed(m.speed);
    if (m.seek !== undefined) feed?.seek(m.seek);
    if (m.play !== undefined) feed?.play(m.play);
  }

  private async show(open: () => Promise<ReplaySource>): Promise<void> {
    const wanted = this.activity.load("replay");
    this.emit({ k: "load", step: "recording", done: 0, total: 0 });
    try {
      const source = await open();
      if (wanted()) await this.games.enter(shown(source));
    } catch (e) {
      if (wanted()) this.activity.over(loadFailure(e));
    }
  }
}
