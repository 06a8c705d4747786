// Prepares engines: for the current activity, and ahead of time for the lobby's settings.

import { Prefetch } from "./prefetch";
import { loadFailure, wadIds, type ContentLoader } from "./content";
import type { CurrentActivity } from "./currentactivity";
import type { Emit } from "./emit";
import { engineFailure, EngineError, type Engine } from "./engine";
import type { Params } from "../shared/lobby";
import type { Role } from "../shared/messages";

export class GameLoader {
  private readonly prefetch: Prefetch;

  constructor(
    private readonly content: ContentLoader,
    private readonly activity: CurrentActivity,
    private readonly emit: Emit,
  ) {
    this.prefetch = new Prefetch(
      (ids) => content.engine(ids),
      (failure) => emit({ k: "prefetch", failure }),
    );
  }

  /** Begins to load what the lobby's settings will need. */
  prepare(params: Params): void {
    const idle = (): boolean => this.activity.now.at === "idle";
    if (!idle() || params.wadId === "") return;
    this.prefetch.want(wadIds(params), idle);
  }

  /** Prepares an engine; null if that failed, or if another activity began in the meantime. */
  async load(
    role: Role,
    wads: readonly string[],
    begin: (engine: Engine) => void | Promise<void>,
  ): Promise<Engine | null> {
    const wanted = this.activity.load(role);
    this.emit({ k: "load", step: "engine", done: 0, total: 1 });
    try {
      const engine = await this.content.engine(wads);
      if (!wanted()) return null;
      await begin(engine);
      return wanted() ? engine : null;
    } catch (e) {
      if (wanted()) this.activity.over(loadFailure(e));
      return null;
    }
  }

  /** The engine crashed, or it refuses the next map, which it would do again. */
  broke(e: unknown): void {
    this.content.discard();
    const kind = e instanceof EngineError ? "content" : "engine";
    this.activity.over({ kind, detail: engineFailure(e) });
  }
}
