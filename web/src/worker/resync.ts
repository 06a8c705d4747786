// Resyncs a page whose state differs from the host's: takes the host's state and continues the
// game from it.

import { reportState, skipAhead } from "./snapshot";
import type { Channel } from "./channel";
import type { Engine } from "./engine";
import type { Game } from "./game";
import type { Ticket } from "../shared/messages";

/** The game to resync. */
export interface Resynced {
  readonly engine: Engine;
  readonly game: Game;
  readonly channel: Channel | null;
}

export interface ResyncEvents {
  /** The resync begins or ends. */
  busy(on: boolean): void;
  done(): void;
}

export class Resync {
  private busy = false;

  constructor(private readonly events: ResyncEvents) {}

  /** wanted says whether this game is still being played. */
  async run({ engine, game, channel }: Resynced, { slot, token }: Ticket, wanted: () => boolean): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.events.busy(true);
    try {
      await reportState(slot, token, engine.save());
      if (!wanted() || !(await skipAhead(engine)) || !wanted()) return;
      if (!game.moved(true)) channel?.restart();
      this.events.done();
    } finally {
      this.busy = false;
      this.events.busy(false);
    }
  }
}
