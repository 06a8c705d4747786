// The tic channel: bundles in, ticcmds out, over the socket or a data channel (route.ts
// decides which). A broken connection reconnects by itself and continues with the first
// missing bundle.

import { closeCode, sealedLongAgo, stillHere } from "../shared/wire";
import { DataChannel, type ChannelMode } from "./datachannel";
import { Router, type Way } from "./route";
import { Backoff, socketUrl } from "./socket";
import { RetryWindow } from "./retrywindow";
import type { FromPageRtc, ToPageRtc, Transport } from "../shared/messages";

export interface ChannelEvents {
  /** The connection is open (again). Messages sent before may be lost. */
  open(): void;
  /** The channel keeps retrying for left ms; 0: it does not retry before again(). */
  lost(left: number): void;
  bundle(data: ArrayBuffer): void;
  /** The game is over, or this client has no place in it. */
  closed(code: number, reason: string): void;
  /** The transport changed. */
  used(transport: Transport): void;
  toPage(message: ToPageRtc): void;
}

/** The seat of a player; null for a spectator. */
export type Seat = { readonly slot: number; readonly token: string } | null;

/** The preferred transport: the host's choice, the socket only, or a mode of the data channel. */
export const routePreferences = ["auto", "socket", "ordered", "fast"] as const;
export type RoutePreference = (typeof routePreferences)[number];

// How often a player who catches up tells the host that it is there.
const wordMillis = 1000;
// A new connection that takes longer is aborted and retried.
const dialMillis = 8000;
// More than the ticcmds that can be in flight.
const ringTics = 64;

export class Channel {
  private readonly router = new Router();
  private socket: WebSocket | null = null;
  private data: DataChannel | null = null;
  private mode: ChannelMode = "ordered";
  private readonly backoff = new Backoff();
  private readonly retryWindow = new RetryWindow();
  private isLost = false; // and a retry is pending, or the channel has given up
  private retry: ReturnType<typeof setTimeout> | undefined;
  private dialing: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private timerAt = Infinity;
  private reason = "";
  private ended = false;
  private readonly sent: (Uint8Array<ArrayBuffer> | undefined)[] = new Array<undefined>(ringTics).fill(undefined);
  private made = 0; // the tic after the last ticcmd
  private word = 0; // when the channel last told the host that this player catches up

  constructor(
    private seat: Seat,
    private readonly preference: RoutePreference,
    private readonly nextTic: () => number,
    private readonly events: ChannelEvents,
  ) {
    this.act();
  }

  /** The host offers data channels, and the game is live. */
  offer(): void {
    if (this.preference === "socket" || (this.preference === "auto" && loopback(location.hostname))) return;
    this.router.offer(performance.now());
    this.act();
  }

  send(message: Uint8Array<ArrayBuffer>): void {
    const tic = new DataView(message.buffer, message.byteOffset).getUint32(0, true);
    this.sent[tic % ringTics] = message;
    this.made = tic + 1;
    if (this.router.sends("socket")) this.sendBy("socket", message);
    if (this.router.sends("channel")) {
      this.sendBy("channel", message);
      this.data?.flush();
    }
  }

  /** Tells the host that a player who is catching up is there: such a player has no ticcmds to send yet. */
  catchingUp(now: number): void {
    if (this.seat === null || this.nextTic() < sealedLongAgo || now - this.word < wordMillis) return;
    this.word = now;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(stillHere);
  }

  /** Handles the page's news of its peer connection. */
  fromPage(message: FromPageRtc): void {
    this.data?.fromPage(message);
  }

  /**
   * Takes the current seat: a player who comes back late may have a new token, and the connection
   * with the old one is dead.
   */
  resume(slot: number, token: string): void {
    if (this.seat === null || this.seat.token === token) return;
    this.seat = { slot, token };
    this.restart();
  }

  /** If the connection is lost, retries at once, and then for the full time again. */
  again(): void {
    if (this.ended || !this.isLost) return;
    this.retryWindow.reset();
    this.backoff.reset();
    this.redial();
  }

  /** Restarts with the first missing bundle. */
  restart(): void {
    if (this.ended) return;
    clearTimeout(this.retry);
    this.isLost = false;
    this.made = 0;
    this.router.restart(performance.now());
    this.act();
  }

  /** Leaves for good: the host need not wait for this client. */
  close(): void {
    this.end(closeCode.normal);
  }

  private end(code: number): void {
    this.ended = true;
    clearTimeout(this.retry);
    clearTimeout(this.timer);
    this.dropSocket(code);
    this.data?.close(code);
    this.data = null;
  }

  private act(): void {
    for (let actions = this.router.take(); actions.length > 0 && !this.ended; actions = this.router.take()) {
      for (const a of actions) {
        switch (a.do) {
          case "open socket":
            this.openSocket();
            break;
          case "close socket":
            this.dropSocket(closeCode.again);
            break;
          case "open channel":
            this.openChannel();
            break;
          case "close channel":
            this.data?.close(closeCode.again);
            this.data = null;
            break;
          case "begin":
            this.backoff.reset();
            this.retryWindow.reset();
            this.events.open();
            break;
          case "resend by":
            this.resend(a.to);
            break;
          case "use":
            this.events.used(a.to === "socket" ? "WebSocket" : this.mode === "fast" ? "WebRTC, fast" : "WebRTC");
            break;
          case "lost":
            this.lost(a.code);
            break;
        }
        if (this.ended) return;
      }
    }
    this.arm();
  }

  private lost(code: number): void {
    if (final(code)) {
      this.end(closeCode.normal);
      this.events.closed(code, this.reason);
      return;
    }
    const left = this.retryWindow.remaining(performance.now());
    this.isLost = true;
    this.events.lost(left);
    clearTimeout(this.retry);
    if (left > 0) this.retry = setTimeout(() => this.redial(), this.backoff.next());
  }

  private redial(): void {
    clearTimeout(this.retry);
    this.isLost = false;
    this.router.redial();
    this.act();
  }

  /** Schedules the router's next deadline. */
  private arm(): void {
    const at = this.router.deadline;
    // A later deadline uses the earlier one's timer: bundles move the deadline all the time.
    if (this.ended || at >= this.timerAt) return;
    clearTimeout(this.timer);
    this.timerAt = at;
    this.timer = setTimeout(
      () => {
        this.timerAt = Infinity;
        const now = performance.now();
        if (now >= this.router.deadline) this.router.advance(now);
        this.act();
      },
      Math.max(0, at - performance.now()),
    );
  }

  private path(name: "game" | "signal"): string {
    const from = this.nextTic();
    if (this.seat === null) return name === "game" ? `/ws/spectate?from=${from}` : `/ws/signal?from=${from}`;
    return `/ws/${name}?slot=${this.seat.slot}&token=${encodeURIComponent(this.seat.token)}&from=${from}`;
  }

  private openSocket(): void {
    const socket = new WebSocket(socketUrl(this.path("game")));
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    clearTimeout(this.dialing);
    this.dialing = setTimeout(() => this.giveUp(socket), dialMillis);
    socket.onopen = () => {
      clearTimeout(this.dialing);
      this.router.socketOpened(performance.now());
      this.act();
    };
    socket.onmessage = (e: MessageEvent<unknown>) => {
      if (e.data instanceof ArrayBuffer) this.bundle("socket", e.data);
    };
    socket.onclose = (e) => {
      if (this.socket === socket) this.socket = null;
      this.reason = e.reason;
      this.router.socketClosed(performance.now(), e.code);
      this.act();
    };
  }

  /** Treats a connection that takes too long like a broken one. */
  private giveUp(socket: WebSocket): void {
    if (this.socket !== socket || socket.readyState !== WebSocket.CONNECTING) return;
    this.dropSocket(closeCode.again);
    this.router.socketClosed(performance.now(), closeCode.again);
    this.act();
  }

  private dropSocket(code: number): void {
    const old = this.socket;
    this.socket = null;
    clearTimeout(this.dialing);
    if (old === null) return;
    old.onopen = old.onclose = null;
    // Messages still in flight on the old socket are still good.
    if (this.ended) old.onmessage = null;
    old.close(code);
  }

  private openChannel(): void {
    const wanted = this.preference === "ordered" || this.preference === "fast" ? this.preference : null;
    const data: DataChannel = new DataChannel(this.path("signal"), wanted, this.nextTic, this.events.toPage, {
      opened: (mode) => {
        this.mode = mode;
        this.router.channelOpened();
        this.act();
      },
      bundle: (bundle) => this.bundle("channel", bundle),
      closed: (code, reason) => {
        if (this.data !== data) return;
        this.data = null;
        this.reason = reason;
        this.router.channelClosed(performance.now(), code);
        this.act();
      },
    });
    this.data = data;
  }

  private bundle(way: Way, data: ArrayBuffer): void {
    if (this.ended) return;
    if (way === "channel") {
      this.router.bundle(performance.now(), way);
      this.act();
    }
    this.events.bundle(data);
    this.data?.executed(this.nextTic());
  }

  private sendBy(way: Way, message: Uint8Array<ArrayBuffer>): void {
    if (way === "channel") this.data?.send(message);
    else if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
  }

  /** Resends the ticcmds that no bundle has answered. */
  private resend(way: Way): void {
    for (let tic = Math.max(this.nextTic(), this.made - ringTics); tic < this.made; tic++) {
      const message = this.sent[tic % ringTics];
      if (message !== undefined) this.sendBy(way, message);
    }
    if (way === "channel") this.data?.flush();
  }
}

/** On the same machine no transport is faster than the socket. */
function loopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\./.test(host);
}

/** Whether retrying is pointless. */
function final(code: number): boolean {
  switch (code) {
    case closeCode.normal:
    case closeCode.token:
    case closeCode.kicked:
    case closeCode.noSlot:
    case closeCode.taken:
      return true;
    default:
      return false;
  }
}
