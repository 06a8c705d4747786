// The ticcmds of the player of a game for one so far.

import type { Params } from "../shared/lobby";
import { writeDemo, type Past, type Place } from "../shared/savegame";
import { ticcmdBytes } from "../shared/wire";

export class Recording {
  private input = new Uint8Array(1 << 16);
  private length = 0;

  constructor(
    private readonly params: Params,
    private readonly before: Past, // the ticcmds from before this page continued the game
    readonly key: string, // the key that it is stored under
  ) {
    this.append(before.input);
  }

  /** The number of tics. */
  get tics(): number {
    return this.length / ticcmdBytes;
  }

  append(ticcmds: Uint8Array): void {
    if (this.length + ticcmds.length > this.input.length) {
      const longer = new Uint8Array(2 * (this.length + ticcmds.length));
      longer.set(this.input);
      this.input = longer;
    }
    this.input.set(ticcmds, this.length);
    this.length += ticcmds.length;
  }

  /** The saved game of a player who is in that map; now is in ms. */
  demo({ episode, map }: Place, now: number): Uint8Array<ArrayBuffer> {
    return writeDemo({
      params: this.params,
      at: { episode, map },
      when: now,
      input: this.input.subarray(0, this.length),
      overruns: this.before.overruns,
    });
  }
}
