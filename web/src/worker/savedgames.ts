// Saves games for one: as a file for the page, or in the browser.

import type { Playing } from "./activity";
import type { Emit } from "./emit";
import { SaveStore } from "./savestore";
import type { Store } from "./store";

export class SavedGames {
  private readonly saveStore: SaveStore;

  constructor(
    store: Store,
    private readonly emit: Emit,
  ) {
    this.saveStore = new SaveStore(store, () => emit({ k: "saveRefused" }));
  }

  /** Gives the page a game for one as a file. */
  save(playing: Playing | null): void {
    if (playing === null || playing.recording === null) return;
    const demo = playing.recording.demo(playing.engine.game(), Date.now()).buffer;
    this.emit({ k: "saved", demo }, [demo]);
  }

  /** Sends the page the stored games. */
  async list(): Promise<void> {
    const games = await this.saveStore.games();
    this.emit(
      { k: "saves", games },
      games.map((g) => g.demo),
    );
  }

  /** Stores a game for one in the browser. */
  store({ recording, engine }: Playing): void {
    if (recording === null) return;
    try {
      void this.saveStore.save(recording, engine.game(), Date.now());
    } catch {
      // The engine crashed: the last stored state remains.
    }
  }

  /** Whether a game of this many tics is due to be stored again. */
  due(tics: number): boolean {
    return this.saveStore.due(tics);
  }
}
