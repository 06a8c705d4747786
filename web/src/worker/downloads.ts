// The downloads of WADs for the chosen game. When a player chooses an add-on while the game's
// own WAD is half downloaded, that download continues.

import type { Progress } from "./wads";

type Load = (id: string, signal: AbortSignal, progress: Progress) => Promise<Uint8Array>;

interface Download {
  readonly abort: AbortController;
  readonly wad: Promise<Uint8Array>;
  done: number;
  total: number;
  report: () => void; // notifies the caller who waits for it
}

export class Downloads {
  private readonly coming = new Map<string, Download>();

  constructor(private readonly load: Load) {}

  /**
   * Fetches WADs, in the order of their ids, and aborts all other downloads. progress gets the sum,
   * once the size of every download is known.
   */
  async fetch(ids: readonly string[], progress: Progress): Promise<Uint8Array[]> {
    for (const [id, a] of this.coming) {
      if (ids.includes(id)) continue;
      this.coming.delete(id);
      a.abort.abort();
    }
    const all = ids.map((id) => this.coming.get(id) ?? this.begin(id));
    const known = new Set(all.filter((a) => a.total > 0));
    const tell = (a: Download): void => {
      known.add(a);
      if (known.size === all.length)
        progress(
          all.reduce((n, a) => n + a.done, 0),
          all.reduce((n, a) => n + a.total, 0),
        );
    };
    for (const a of all) a.report = () => tell(a);
    return Promise.all(
      all.map(async (a) => {
        const wad = await a.wad;
        if (!known.has(a)) tell(a); // it was cached
        return wad;
      }),
    );
  }

  private begin(id: string): Download {
    const abort = new AbortController();
    const wad = this.load(id, abort.signal, (done, total) => {
      arrival.done = done;
      arrival.total = total;
      arrival.report();
    });
    const arrival: Download = { abort, wad, done: 0, total: 0, report: () => {} };
    this.coming.set(id, arrival);
    const over = (): void => {
      if (this.coming.get(id) === arrival) this.coming.delete(id);
    };
    wad.then(over, over);
    return arrival;
  }
}
