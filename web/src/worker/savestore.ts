// The games for one that stay in the browser: the last few, each under a key of
// its own. Who goes on with one goes on in it; a new one takes the place of the
// one that was not played for the longest time.

import type { Recording } from "./recording";
import type { Store } from "./store";
import type { KeptGame } from "../shared/messages";
import { readDemo, type Place } from "../shared/savegame";
import { ticRate } from "../shared/wire";

const most = 3;
// A game is kept if it has gone on for so many tics, and every so many.
const leastTics = 10 * ticRate;
const everyTics = 20 * ticRate;

export class SaveStore {
  private readonly told = new WeakSet<Recording>();

  constructor(
    private readonly store: Store,
    /** The browser does not keep a game; said once of each. */
    private readonly unkept: () => void,
  ) {}

  /** The games that are kept, the last played first. */
  async games(): Promise<KeptGame[]> {
    return (await this.all()).slice(0, most);
  }

  /** It is time to keep a game of so many tics again. */
  due(tics: number): boolean {
    return tics % everyTics === 0;
  }

  /** Keeps a game that has gone on for a while, and was just played at a place. */
  async keep(recording: Recording, at: Place, now: number): Promise<void> {
    if (recording.tics < leastTics) return;
    const { key } = recording;
    const demo = recording.demo(at, now).buffer; // before it goes on
    if (!(await this.store.put(key, demo))) {
      if (!this.told.has(recording)) this.unkept();
      this.told.add(recording);
      return;
    }
    if ((await this.store.keys()).length <= most) return;
    const others = (await this.all()).filter((g) => g.key !== key);
    for (const g of others.slice(most - 1)) await this.store.remove(g.key);
  }

  private async all(): Promise<KeptGame[]> {
    const games: (KeptGame & { readonly when: number })[] = [];
    for (const key of await this.store.keys()) {
      const demo = await this.store.get(key);
      if (demo !== null) games.push({ key, demo, when: playedAt(demo) });
    }
    return games.sort((a, b) => b.when - a.when).map(({ key, demo }) => ({ key, demo }));
  }
}

/** When a game was last played, in ms; what is damaged comes behind all others. */
function playedAt(demo: ArrayBuffer): number {
  try {
    return readDemo(new Uint8Array(demo)).when;
  } catch {
    return -1;
  }
}
