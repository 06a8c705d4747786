// The tic channel: bundles in, ticcmds out, by the socket or by a data channel
// (route.ts says which). A broken connection comes back by itself and goes on
// with the first bundle that is missing.

import { closeCode, sealedLongAgo, stillHere } from "../shared/wire";
import { DataChannel, type ChannelMode } from "./datachannel";
import { Router, type Way } from "./route";
import { Backoff, socketUrl } from "./socket";
import { Trying } from "./trying";
import type { FromPageRtc, ToPageRtc, Transport } from "../shared/messages";

export interface ChannelEvents {
  /** The connection is there (again); what was sent before may be lost. */
  open(): void;
  /** It is tried for so long still, in ms; 0: no more, before again(). */
  lost(left: number): void;
  bundle(data: ArrayBuffer): void;
  /** There is no game any more, or none for us. */
  closed(code: number, reason: string): void;
  /** Another way is in use now. */
  used(transport: Transport): void;
  toPage(message: ToPageRtc): void;
}

/** Where a player's or a spectator's bundles come from. */
export type Seat = { readonly slot: number; readonly token: string } | null;

/** Which transport to use: the host's choice, none but the socket, or a mode of the data channel. */
export const wishes = ["auto", "socket", "ordered", "fast"] as const;
export type Wish = (typeof wishes)[number];

// How often a player who catches up says that it is there.
const wordMillis = 1000;
// A new connection that takes longer is given up for the next one.
const dialMillis = 8000;
// More than the ticcmds that can be under way.
const ringTics = 64;

export class Channel {
  private readonly router = new Router();
  private socket: WebSocket | null = null;
  private data: DataChannel | null = null;
  private mode: ChannelMode = "ordered";
  private readonly backoff = new Backoff();
  private readonly trying = new Trying();
  private isLost = false; // and the next attempt is to come, or there is none
  private retry: ReturnType<typeof setTimeout> | undefined;
  private dialing: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private timerAt = Infinity;
  private reason = "";
  private ended = false;
  private readonly sent: (Uint8Array<ArrayBuffer> | undefined)[] = new Array<undefined>(ringTics).fill(undefined);
  private made = 0; // the tic after the last ticcmd
  private word = 0; // when the host was told that a player catches up

  constructor(
    private seat: Seat,
    private readonly preference: Wish,
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

  /** A player who catches up has no ticcmds yet; the host is to know that it is there. */
  catchingUp(now: number): void {
    if (this.seat === null || this.nextTic() < sealedLongAgo || now - this.word < wordMillis) return;
    this.word = now;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(stillHere);
  }

  /** What the page says of its peer connection. */
  fromPage(message: FromPageRtc): void {
    this.data?.fromPage(message);
  }

  /** The seat as it is now: who comes back late may have another token, and the connection by the old one is dead. */
  resume(slot: number, token: string): void {
    if (this.seat === null || this.seat.token === token) return;
    this.seat = { slot, token };
    this.restart();
  }

  /** Where it is lost, tries at once, and then for as long as ever. */
  again(): void {
    if (this.ended || !this.isLost) return;
    this.trying.reset();
    this.backoff.reset();
    this.redial();
  }

  /** Begins anew with the bundle that is missing now. */
  restart(): void {
    if (this.ended) return;
    clearTimeout(this.retry);
    this.isLost = false;
    this.made = 0;
    this.router.restart(performance.now());
    this.act();
  }

  /** Leaves for good: the host need not wait for us. */
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
            this.trying.reset();
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
    const left = this.trying.left(performance.now());
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

  /** Wakes the router when its time has come. */
  private arm(): void {
    const at = this.router.deadline;
    // A later deadline waits for the timer of the earlier one: bundles move it all the time.
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

  /** A connection that does not come about is as good as one that broke. */
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
    // What is still under way by it is as good as ever.
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

  /** Sends again what no bundle has answered. */
  private resend(way: Way): void {
    for (let tic = Math.max(this.nextTic(), this.made - ringTics); tic < this.made; tic++) {
      const message = this.sent[tic % ringTics];
      if (message !== undefined) this.sendBy(way, message);
    }
    if (way === "channel") this.data?.flush();
  }
}

/** Nothing is faster on one machine than what is there already. */
function loopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\./.test(host);
}

/** Whether trying again is of no use. */
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
