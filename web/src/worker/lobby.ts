// The lobby's socket: stays connected as long as the page lives, also during a game, and
// measures the round trip to the host.

import { Silence } from "./silence";
import { Backoff, socketUrl } from "./socket";
import { RetryWindow } from "./retrywindow";
import { parseFromHost, type FromHost, type ToHost } from "../shared/lobby";
import type { HostUnreachable, LinkState } from "../shared/messages";
import { closeCode } from "../shared/wire";

export interface LobbyEvents {
  link(state: LinkState, retryIn: number): void;
  /** The host does not answer, or has said that it is shutting down. */
  unreachable(host: HostUnreachable): void;
  message(message: FromHost): void;
  roundTrip(millis: number): void;
  /** The host kicked this page: it comes back only by again(). */
  kicked(reason: string): void;
}

// A few quick pings give a first figure before a game is launched; later pings keep it fresh.
const quickPings = 6;
const quickPingMillis = 150;
const pingMillis = 500;
// If the host answers no ping for this long, or a new connection takes too long, the page
// retries with a new connection. TCP alone would wait for minutes.
const silenceMillis = 5000;
const dialMillis = 8000;
// After this long, the page hears of a slow new connection.
const slowDialMillis = 1500;

export class Lobby {
  private socket: WebSocket | null = null;
  private readonly backoff = new Backoff();
  private readonly silence = new Silence();
  private pings = 0;
  private readonly retryWindow = new RetryWindow();
  private reported = false; // told the page that the host does not answer, and how long the retries last
  private met = false; // connected at least once
  private ended = false; // the host said that it is shutting down
  private beat: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly events: LobbyEvents) {
    this.connect();
  }

  /** False: there is no connection, and the message is lost. */
  send(message: ToHost): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * Retries at once, and then for the full time again: after the host kicked this page, or while it
   * does not answer.
   */
  reconnect(): void {
    // Replace a connection that hangs: it may hang for long.
    const fresh = this.socket !== null && !this.reported;
    this.retryWindow.reset();
    this.backoff.reset();
    this.reported = false;
    if (fresh || this.socket?.readyState === WebSocket.OPEN) return;
    this.drop();
    this.connect();
  }

  private connect(): void {
    this.events.link("connecting", 0);
    const socket = new WebSocket(socketUrl("/ws/lobby"));
    this.socket = socket;
    this.silence.received(performance.now());
    socket.onopen = () => {
      this.backoff.reset();
      this.retryWindow.reset();
      this.reported = this.ended = false;
      this.met = true;
      this.silence.received(performance.now());
      this.events.link("open", 0);
      this.pings = 0;
      clearTimeout(this.beat);
      this.listen();
    };
    socket.onmessage = (e: MessageEvent<unknown>) => {
      this.silence.received(performance.now());
      if (typeof e.data !== "string") return;
      const message = parseFromHost(e.data);
      if (message === null) return;
      if (message.t === "pong") {
        this.events.roundTrip(performance.now() - message.t0);
      } else {
        this.events.message(message);
      }
    };
    socket.onclose = (e) => {
      if (e.code === closeCode.gone) this.ended = true;
      if (e.code === closeCode.kicked) this.away(e.reason);
      else this.lost();
    };
    clearTimeout(this.beat);
    this.listen();
  }

  /** Pings, and drops a connection that stays silent. */
  private listen(): void {
    const open = this.socket?.readyState === WebSocket.OPEN;
    const now = performance.now();
    const silent = this.silence.beat(now);
    if (silent >= (open ? silenceMillis : dialMillis)) {
      this.lost();
      return;
    }
    if (!open && !this.reported && silent >= slowDialMillis) this.report(this.retryWindow.remaining(now));
    if (open) this.send({ t: "ping", t0: performance.now() });
    this.beat = setTimeout(() => this.listen(), open && this.pings++ < quickPings ? quickPingMillis : pingMillis);
  }

  private lost(): void {
    this.drop();
    const wait = this.backoff.next();
    const left = this.retryWindow.remaining(performance.now());
    this.events.link("lost", wait);
    this.report(left);
    if (left > 0) this.beat = setTimeout(() => this.connect(), wait);
  }

  private report(left: number): void {
    this.reported = true;
    this.events.unreachable({ wasConnected: this.met, ended: this.ended, retryFor: left });
  }

  private away(reason: string): void {
    this.drop();
    this.events.link("away", 0);
    this.events.kicked(reason);
  }

  private drop(): void {
    clearTimeout(this.beat);
    this.beat = undefined;
    const old = this.socket;
    this.socket = null;
    if (old === null) return;
    // Drop the handlers: a silent host does not answer the close either.
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }
}
