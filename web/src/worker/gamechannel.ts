// A game's own connection to the host, and the page's messages about it.

import { Channel, type Seat, type RoutePreference } from "./channel";
import type { Emit } from "./emit";
import type { Transport } from "../shared/messages";

/** The connected game. */
export interface ConnectedGame {
  nextTic(): number;
  connected(): void;
  receive(bundle: ArrayBuffer): void;
}

export class GameChannel {
  readonly channel: Channel;
  private by: Transport | null = null;

  constructor(
    seat: Seat,
    preference: RoutePreference,
    game: ConnectedGame,
    closed: (code: number, reason: string) => void,
    emit: Emit,
  ) {
    this.channel = new Channel(seat, preference, () => game.nextTic(), {
      open: () => {
        this.by ??= "WebSocket";
        emit({ k: "channelLost", lost: null });
        game.connected();
      },
      lost: (left) => emit({ k: "channelLost", lost: { retryFor: left } }),
      bundle: (data) => game.receive(data),
      closed,
      used: (now) => {
        this.by = now;
        // Clear a banner that says otherwise.
        emit({ k: "channelLost", lost: null });
      },
      toPage: (message) => emit({ k: "rtc", message }),
    });
  }

  /** The transport of the tics; null before the first connection. */
  get transport(): Transport | null {
    return this.by;
  }
}
