// Keeps the slot of a page that was reloaded. The host drops a slot that is silent for five
// seconds, and loading an engine and catching up may take longer. Until the game has its own
// channel, this connection tells the host that the player is coming.

import { socketUrl } from "./socket";
import type { Ticket } from "../shared/messages";
import { bundleHead, closeCode, sealedLongAgo, stillHere } from "../shared/wire";

const wordMillis = 1000;
/** Beyond every frontier: this connection needs no history. */
const fromNow = 0xffffffff;

export class SeatHold {
  private readonly socket: WebSocket;
  private readonly timer: ReturnType<typeof setInterval>;
  private tic = -1; // of the last bundle

  constructor({ slot, token }: Ticket) {
    const socket = new WebSocket(socketUrl(`/ws/game?slot=${slot}&token=${encodeURIComponent(token)}&from=${fromNow}`));
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = (e: MessageEvent<unknown>) => {
      const head = e.data instanceof ArrayBuffer ? bundleHead(e.data) : null;
      if (head !== null) this.tic = head.tic;
    };
    // The game's own channel hears of any refusal too.
    socket.onclose = () => this.end();
    this.timer = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN && this.tic >= sealedLongAgo) socket.send(stillHere);
    }, wordMillis);
  }

  end(): void {
    clearInterval(this.timer);
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close(closeCode.again);
  }
}
