// The file of a demo by any program. The engine reads it and returns its tics as the bundles
// of a replay. Seeking uses states that this page's engine has been in.

import { engineFailure, type Engine } from "./engine";
import type { Entry } from "./activity";
import { FileError } from "./fileerror";
import { Marks, type Mark } from "./marks";
import type { ReplayHead, ReplaySource } from "./replaysource";
import type { Params } from "../shared/lobby";
import type { DemoFacts, FromWorker } from "../shared/messages";

/** Four players in a game of twelve hours need less. */
export const maxDemoBytes = 32 << 20;

/** A demo that was read. */
export interface OpenDemo {
  readonly facts: DemoFacts;
  bundles(first: number, count: number): Uint8Array;
}

/** Reads demos, and keeps the last one for playback. */
export class DemoReader {
  private last: OpenDemo | null = null;

  constructor(
    private readonly bare: () => Promise<Engine>,
    private readonly emit: (message: FromWorker) => void,
  ) {}

  async read(file: File): Promise<void> {
    this.last = null;
    try {
      if (file.size > maxDemoBytes) throw new FileError("It is too large for a demo.");
      const data = new Uint8Array(await file.arrayBuffer());
      const engine = await this.bare();
      const facts = engine.openDemo(data);
      this.last = { facts, bundles: (first, count) => engine.demoBundles(first, count) };
      this.emit({ k: "demoRead", name: file.name, facts, refused: "" });
    } catch (e) {
      this.emit({ k: "demoRead", name: file.name, facts: null, refused: engineFailure(e) });
    }
  }

  /** The entry that plays the demo back with the WADs of params; null if no demo was read. */
  entry({ wad, wadId, pwads }: Params, overruns: boolean): Entry | null {
    if (this.last === null) return null;
    const { facts } = this.last;
    const replay = new DemoReplay(this.last, { wad, wadId, pwads });
    const first = facts.slots[0] ?? 0;
    const console = facts.slots.includes(facts.console) ? facts.console : first;
    return {
      role: "replay",
      params: replay.head.params,
      slot: console,
      slots: facts.slots,
      names: replay.head.names,
      seat: null,
      frontier: 0,
      replay,
      demo: { netGame: facts.netGame, console, overruns },
    };
  }
}

export class DemoReplay implements ReplaySource {
  readonly head: ReplayHead;
  readonly early: boolean;
  private readonly marks = new Marks();

  constructor(
    private readonly demo: OpenDemo,
    wads: Pick<Params, "wad" | "wadId" | "pwads">,
  ) {
    const { skill, episode, map, mode, respawn, fast, nomonsters, slots, tics, truncated } = demo.facts;
    const params = { ...wads, skill, episode, map, mode, respawn, fast, nomonsters, timer: 0 };
    this.head = { params, names: ["", "", "", ""], slots, tics };
    this.early = truncated;
  }

  bundles(first: number, count: number): Promise<{ data: Uint8Array; tics: number }> {
    return Promise.resolve({ data: this.demo.bundles(first, count), tics: this.head.tics });
  }

  state(goal: number): Promise<Mark | null> {
    return Promise.resolve(this.marks.before(goal));
  }

  at(tic: number, save: () => Uint8Array): void {
    this.marks.at(tic, save);
  }
}
