// Keeps the slot of a page that was reloaded. The host gives a slot up that is
// silent for five seconds, and to load an engine and to catch up may take longer: until the
// game's own channel is there, this connection says that somebody is coming.

import { socketUrl } from "./socket";
import type { Ticket } from "../shared/messages";
import { bundleHead, closeCode, sealedLongAgo, stillHere } from "../shared/wire";

const wordMillis = 1000;
/** Beyond every frontier: nothing of the history is wanted here. */
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
    // Whatever the host has against it the game's own channel hears, too.
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
