// The Worker's activity besides the lobby. There is one at a time; beginning another one ends
// it.

import type { Activity, Playing } from "./activity";
import type { Emit } from "./emit";
import type { Engine } from "./engine";
import type { OwnSeat } from "./ownseat";
import type { SavedGames } from "./savedgames";
import { isOffline, type Role, type Failure } from "../shared/messages";

export class CurrentActivity {
  private activity: Activity = { at: "idle" };

  constructor(
    private readonly saves: SavedGames,
    private readonly own: OwnSeat,
    private readonly emit: Emit,
  ) {}

  get now(): Activity {
    return this.activity;
  }

  /** The running game. */
  get playing(): Playing | null {
    return this.activity.at === "playing" ? this.activity : null;
  }

  /** The engine in use. */
  get engine(): Engine | null {
    const a = this.activity;
    return a.at === "playing" || a.at === "showing" ? a.engine : null;
  }

  /** Whether the activity is independent of the host's game. */
  get isOffline(): boolean {
    const a = this.activity;
    return a.at === "showing" || ((a.at === "playing" || a.at === "loading") && isOffline(a.role));
  }

  /** Ends the current activity and loads for a role. The result says whether the load is still wanted. */
  load(role: Role): () => boolean {
    this.stop();
    const loading: Activity = { at: "loading", role };
    this.activity = loading;
    return () => this.activity === loading;
  }

  /** Begins the loaded activity. */
  begin(activity: Activity): void {
    this.activity = activity;
  }

  stop(): void {
    const a = this.activity;
    if (a.at === "playing") {
      this.saves.store(a);
      a.game.stop();
      a.channel?.close();
      a.feed?.stop();
    }
    if (a.at === "showing") a.loop.stop();
    this.activity = { at: "idle" };
  }

  /** Stops, and tells the page why. */
  over(failure: Failure): void {
    this.own.release();
    this.stop();
    this.emit({ k: "gameEnded", failure });
  }
}
