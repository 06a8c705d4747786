// The games for one that stay in the browser: the last few, each under its own key. Continuing
// a game updates it; a new one replaces the one that was last played the longest ago.

import type { Recording } from "./recording";
import type { Store } from "./store";
import type { StoredGame } from "../shared/messages";
import { readDemo, type Place } from "../shared/savegame";
import { ticRate } from "../shared/wire";

const most = 3;
// The tics after which a game is first stored, and how often it is stored again.
const leastTics = 10 * ticRate;
const everyTics = 20 * ticRate;

export class SaveStore {
  private readonly refused = new WeakSet<Recording>();

  constructor(
    private readonly store: Store,
    /** Called once for each game that the browser cannot store. */
    private readonly saveRefused: () => void,
  ) {}

  /** The stored games, the last played first. */
  async games(): Promise<StoredGame[]> {
    return (await this.all()).slice(0, most);
  }

  /** Whether a game of this many tics is due to be stored again. */
  due(tics: number): boolean {
    return tics % everyTics === 0;
  }

  /** Stores a game that has gone on for a while, with the place where it was just played. */
  async save(recording: Recording, at: Place, now: number): Promise<void> {
    if (recording.tics < leastTics) return;
    const { key } = recording;
    const demo = recording.demo(at, now).buffer; // taken now, before the game continues
    if (!(await this.store.put(key, demo))) {
      if (!this.refused.has(recording)) this.saveRefused();
      this.refused.add(recording);
      return;
    }
    if ((await this.store.keys()).length <= most) return;
    const others = (await this.all()).filter((g) => g.key !== key);
    for (const g of others.slice(most - 1)) await this.store.remove(g.key);
  }

  private async all(): Promise<StoredGame[]> {
    const games: (StoredGame & { readonly when: number })[] = [];
    for (const key of await this.store.keys()) {
      const demo = await this.store.get(key);
      if (demo !== null) games.push({ key, demo, when: playedAt(demo) });
    }
    return games.sort((a, b) => b.when - a.when).map(({ key, demo }) => ({ key, demo }));
  }
}

/** When a game was last played, in ms; a damaged one sorts last. */
function playedAt(demo: ArrayBuffer): number {
  try {
    return readDemo(new Uint8Array(demo)).when;
  } catch {
    return -1;
  }
}
