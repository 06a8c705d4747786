// The lobby's socket: stays connected as long as the page lives, also during a
// game, and measures the round trip to the host.

import { parseFromHost, type FromHost, type ToHost } from "../shared/lobby";
import { Backoff, socketUrl } from "./socket";

export interface LobbyEvents {
  link(state: "connecting" | "open" | "lost", retryIn: number): void;
  message(message: FromHost): void;
  roundTrip(millis: number): void;
}

// A few quick pings give a first figure before a game is launched; then it is
// kept fresh.
const quickPings = 6;
const quickPingMillis = 150;
const pingMillis = 500;

export class Lobby {
  private socket: WebSocket | null = null;
  private readonly backoff = new Backoff();
  private pings = 0;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly events: LobbyEvents) {
    this.connect();
  }

  send(message: ToHost): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    this.events.link("connecting", 0);
    const socket = new WebSocket(socketUrl("/ws/lobby"));
    this.socket = socket;
    socket.onopen = () => {
      this.backoff.reset();
      this.events.link("open", 0);
      this.pings = 0;
      this.ping();
    };
    socket.onmessage = (e: MessageEvent<unknown>) => {
      if (typeof e.data !== "string") return;
      const message = parseFromHost(e.data);
      if (message === null) return;
      if (message.t === "pong") {
        this.events.roundTrip(performance.now() - message.t0);
      } else {
        this.events.message(message);
      }
    };
    socket.onclose = () => {
      clearTimeout(this.pingTimer);
      const wait = this.backoff.next();
      this.events.link("lost", wait);
      setTimeout(() => this.connect(), wait);
    };
  }

  private ping(): void {
    this.send({ t: "ping", t0: performance.now() });
    this.pingTimer = setTimeout(() => this.ping(), this.pings++ < quickPings ? quickPingMillis : pingMillis);
  }
}
