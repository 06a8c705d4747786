// The tic channel: bundles in, ticcmds out. A broken connection comes back by
// itself and goes on with the first bundle that is missing.

import { closeCode } from "../shared/wire";
import { Backoff, socketUrl } from "./socket";

export interface ChannelEvents {
  /** The connection is there (again); what was sent before may be lost. */
  open(): void;
  lost(retryIn: number): void;
  bundle(data: ArrayBuffer): void;
  /** There is no game any more, or none for us. */
  closed(code: number, reason: string): void;
}

/** Where a player's or an onlooker's bundles come from. */
export type Seat = { readonly slot: number; readonly token: string } | null;

export class Channel {
  private socket: WebSocket | null = null;
  private readonly backoff = new Backoff();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    private readonly seat: Seat,
    private readonly nextTic: () => number,
    private readonly events: ChannelEvents,
  ) {
    this.connect();
  }

  send(message: Uint8Array<ArrayBuffer>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
  }

  /** Begins anew with the bundle that is missing now. */
  restart(): void {
    if (this.ended) return;
    clearTimeout(this.retry);
    const old = this.socket;
    if (old !== null) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close(closeCode.again); // any code but those that mean leaving
    }
    this.connect();
  }

  /** Leaves for good: the host need not wait for us. */
  close(): void {
    this.ended = true;
    clearTimeout(this.retry);
    this.socket?.close(closeCode.left);
  }

  private connect(): void {
    const from = this.nextTic();
    const path =
      this.seat === null
        ? `/ws/spectate?from=${from}`
        : `/ws/game?slot=${this.seat.slot}&token=${encodeURIComponent(this.seat.token)}&from=${from}`;
    const socket = new WebSocket(socketUrl(path));
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.backoff.reset();
      this.events.open();
    };
    socket.onmessage = (e: MessageEvent<unknown>) => {
      if (e.data instanceof ArrayBuffer) this.events.bundle(e.data);
    };
    socket.onclose = (e) => {
      if (this.ended) return;
      if (final(e.code)) {
        this.ended = true;
        this.events.closed(e.code, e.reason);
        return;
      }
      const wait = this.backoff.next();
      this.events.lost(wait);
      this.retry = setTimeout(() => this.connect(), wait);
    };
  }
}

/** Whether trying again is of no use. */
function final(code: number): boolean {
  switch (code) {
    case closeCode.left:
    case closeCode.wrongToken:
    case closeCode.kicked:
    case closeCode.unknownSlot:
    case closeCode.slotTaken:
      return true;
    default:
      return false;
  }
}
