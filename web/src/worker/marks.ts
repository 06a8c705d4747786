// States of a replay that this page's engine has been in: seeking starts from the nearest one.
// When there are too many, every other one is dropped.

export interface Mark {
  readonly tic: number;
  readonly state: Uint8Array;
}

// The initial distance between two states, in tics.
const firstSpacing = 350;
const maxBytes = 48 << 20;

export class Marks {
  private list: Mark[] = []; // sorted by tic
  private spacing = firstSpacing;
  private bytes = 0;

  constructor(private readonly most = maxBytes) {}

  /** Saves the state at a tic, unless there is one nearby. */
  at(tic: number, save: () => Uint8Array): void {
    const i = this.after(tic);
    const before = this.list[i - 1]?.tic ?? 0;
    const behind = this.list[i]?.tic ?? Infinity;
    if (tic - before < this.spacing || behind - tic < this.spacing) return;
    const state = save();
    this.list.splice(i, 0, { tic, state });
    this.bytes += state.length;
    while (this.bytes > this.most && this.list.length > 1) this.thin();
  }

  /** The last state at or before a tic. */
  before(tic: number): Mark | null {
    return this.list[this.after(tic) - 1] ?? null;
  }

  /** How many states are at or before a tic. */
  private after(tic: number): number {
    const i = this.list.findIndex((m) => m.tic > tic);
    return i < 0 ? this.list.length : i;
  }

  private thin(): void {
    this.spacing *= 2;
    const kept: Mark[] = [];
    for (const m of this.list) if (m.tic - (kept.at(-1)?.tic ?? 0) >= this.spacing) kept.push(m);
    this.list = kept;
    this.bytes = kept.reduce((sum, m) => sum + m.state.length, 0);
  }
}
