// window.doomhost: what tests and curious people may read. Nothing here
// changes anything.

import type { FrameFigures, Picture } from "./picture";
import type { Screen } from "./state";
import type { AudioFigures } from "../shared/audiofigures";
import type { FromWorker, GameFacts, NetStats, PlayerFacts } from "../shared/messages";

const hashesKept = 35 * 60 * 5;

export interface DebugView {
  /** "lobby", "loading" or "game". */
  readonly at: string;
  readonly screen: Screen;
  readonly engine: string;
  /** The last tic that was executed, -1 before the first. */
  readonly tic: number;
  /** The first tic of this game that was executed here: not 0 where a snapshot was taken. */
  readonly begin: number;
  /** State hashes by tic, the last five minutes: of all tics where the address says ?debug, else of those that the host is told. */
  hashes(from: number): Record<number, string>;
  readonly players: readonly PlayerFacts[];
  readonly game: GameFacts | null;
  readonly frames: FrameFigures;
  /** What paints, and where: "webgl2" or "canvas2d", "worker" or "page". */
  readonly renderer: string;
  readonly paintedBy: string;
  readonly audio: AudioFigures;
  readonly ticMillis: readonly number[]; // the last tics
  readonly net: NetStats | null;
  readonly inconsistent: number; // ticcmds that did not fit the state
  readonly demoLoopPart: number; // of the demo loop
  readonly resynced: number; // times that the host's state was taken
}

export class Debug {
  private screen: Screen | null = null;
  private tic = -1;
  private begin = -1;
  private readonly hashes = new Map<number, string>();
  private players: readonly PlayerFacts[] = [];
  private game: GameFacts | null = null;
  private readonly millis: number[] = [];
  private net: NetStats | null = null;
  private inconsistent = 0;
  private resynced = 0;
  private demoLoopPart = 0;

  constructor(engine: string, picture: Picture, audio: AudioFigures) {
    const view: DebugView = Object.defineProperties({} as DebugView, {
      at: { get: () => this.screen?.at ?? "", enumerable: true },
      screen: { get: () => this.screen, enumerable: true },
      engine: { value: engine, enumerable: true },
      tic: { get: () => this.tic, enumerable: true },
      begin: { get: () => this.begin, enumerable: true },
      hashes: { value: (from: number) => this.from(from), enumerable: true },
      players: { get: () => this.players, enumerable: true },
      game: { get: () => this.game, enumerable: true },
      frames: { get: () => picture.figures, enumerable: true },
      renderer: { get: () => picture.kind, enumerable: true },
      paintedBy: { get: () => picture.by, enumerable: true },
      audio: { get: () => audio, enumerable: true },
      ticMillis: { get: () => this.millis, enumerable: true },
      net: { get: () => this.net, enumerable: true },
      resynced: { get: () => this.resynced, enumerable: true },
      demoLoopPart: { get: () => this.demoLoopPart, enumerable: true },
      inconsistent: { get: () => this.inconsistent, enumerable: true },
    });
    Object.defineProperty(window, "doomhost", { value: Object.freeze(view) });
  }

  show(screen: Screen): void {
    this.screen = screen;
  }

  note(m: FromWorker): void {
    switch (m.k) {
      case "tics":
        if (m.first <= this.tic || this.begin < 0) {
          this.hashes.clear(); // another game
          this.begin = m.first;
        }
        m.hashes.forEach((hash, i) => hash !== "" && this.hashes.set(m.first + i, hash));
        this.tic = m.first + m.hashes.length - 1;
        this.players = m.players;
        this.game = m.game;
        this.millis.push(m.millis);
        if (this.millis.length > 700) this.millis.shift();
        while (this.hashes.size > hashesKept) this.hashes.delete(this.hashes.keys().next().value ?? 0);
        break;
      case "netStats":
        this.net = m.stats;
        break;
      case "demoLoopPart":
        this.demoLoopPart = m.part;
        break;
      case "resynced":
        this.resynced++;
        break;
      case "inconsistent":
        this.inconsistent++;
        break;
      default:
        break;
    }
  }

  private from(tic: number): Record<number, string> {
    return Object.fromEntries([...this.hashes].filter(([t]) => t >= tic));
  }
}
