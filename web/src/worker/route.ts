// Decides which of two routes carries a client's tics: the socket, which is always there, or
// the data channel, where it helps. A pure state machine: events go in with the time in ms,
// and actions come out. It matches signal/route, which gives the reasons, and is tested
// against the same transcripts.

import { closeCode } from "../shared/generated/protocol";

export type Way = "socket" | "channel";

export type RouteAction =
  | { readonly do: "open socket" | "close socket" | "open channel" | "close channel" | "begin" }
  | { readonly do: "resend by" | "use"; readonly to: Way }
  | { readonly do: "lost"; readonly code: number };

const openTime = 3000;
const silenceTime = 750;
const againTime = 15_000;
const maxTries = 4;
const maxVain = 2; // if none ever worked
const asleep = 200;

type Stage = "off" | "opening" | "open" | "proven" | "leaving";

export class Router {
  private socket = false;
  private dialing = false;
  private lost = true; // nothing is connected until the socket is
  private stage: Stage = "off";
  private patience = Infinity; // when the channel's time is up
  private next = Infinity; // when the next channel is tried
  private dropped = -openTime;
  private worked = false; // a channel was in use at some time
  private heard = -Infinity; // the last bundle on the channel
  private tries = 0;
  private actions: RouteAction[] = [];

  constructor() {
    this.dial();
  }

  /** The actions since the last call, in order. */
  take(): readonly RouteAction[] {
    const actions = this.actions;
    this.actions = [];
    return actions;
  }

  /** Whether ticcmds are sent on a route; for a while it is both. */
  sends(way: Way): boolean {
    return way === "socket"
      ? this.socket
      : this.stage === "open" || this.stage === "proven" || this.stage === "leaving";
  }

  /** From now on a channel may be tried. */
  offer(now: number): void {
    if (this.stage !== "off" || this.tries > 0 || this.next !== Infinity) return;
    this.next = now;
    this.advance(now);
  }

  socketOpened(now: number): void {
    this.dialing = false;
    this.socket = true;
    if (this.stage === "leaving") this.drop(now);
    if (this.lost) {
      this.lost = false;
      this.actions.push({ do: "begin" });
    } else {
      this.actions.push({ do: "resend by", to: "socket" });
    }
  }

  /** After "lost" the caller reopens the socket with redial, or gives up. */
  socketClosed(now: number, code: number): void {
    this.socket = this.dialing = false;
    if (this.stage === "proven") return;
    if (this.stage === "leaving" && now - this.heard < silenceTime) {
      this.stage = "proven";
      this.patience = this.heard + silenceTime;
    } else if (code === closeCode.taken && (this.stage === "opening" || this.stage === "open")) {
      this.patience = Math.min(this.patience, now + silenceTime);
    } else if (code === closeCode.taken && now - this.dropped < openTime) {
      this.dial();
    } else {
      this.lose(code);
    }
  }

  redial(): void {
    if (this.stage !== "proven") this.dial();
  }

  channelOpened(): void {
    if (this.stage !== "opening") return;
    this.stage = "open";
    this.actions.push({ do: "resend by", to: "channel" });
  }

  /** The channel ended: with the host's code, or 0 on failure. */
  channelClosed(now: number, code: number): void {
    if (this.stage === "off") return;
    const used = this.stage === "proven";
    this.drop(now);
    if (used && code !== 0) this.lose(code);
    else this.dial();
  }

  bundle(now: number, way: Way): void {
    if (way !== "channel") return;
    switch (this.stage) {
      case "off":
      case "opening":
        return;
      case "leaving":
        this.heard = now;
        return;
      case "proven":
        this.heard = now;
        this.patience = now + silenceTime;
        return;
      case "open":
        this.heard = now;
        this.stage = "proven";
        this.lost = false;
        this.patience = now + silenceTime;
        this.actions.push({ do: "use", to: "channel" });
        if (this.socket || this.dialing) {
          this.socket = this.dialing = false;
          this.actions.push({ do: "close socket" });
        }
    }
  }

  /** Restarts on the socket from another tic. */
  restart(now: number): void {
    if (this.stage !== "off") this.drop(now);
    if (this.socket || this.dialing) this.actions.push({ do: "close socket" });
    this.socket = this.dialing = false;
    this.lost = true;
    this.dial();
  }

  /** When advance has something to do. */
  get deadline(): number {
    return Math.min(this.patience, this.next);
  }

  advance(now: number): void {
    if (now >= this.next) {
      this.next = Infinity;
      this.tries++;
      this.stage = "opening";
      this.patience = now + openTime;
      this.actions.push({ do: "open channel" });
    }
    if (now < this.patience) return;
    if (now > this.patience + asleep) {
      // This Worker was suspended: process what came in the meantime first.
      this.patience = now + asleep;
      return;
    }
    this.patience = Infinity;
    if (this.stage === "opening" || this.stage === "open") {
      this.drop(now);
      this.dial();
    } else if (this.stage === "proven") {
      this.stage = "leaving";
      this.dial();
    }
  }

  private dial(): void {
    if (this.dialing || this.socket) return;
    this.dialing = true;
    this.actions.push({ do: "open socket" });
  }

  private lose(code: number): void {
    this.lost = true;
    this.actions.push({ do: "lost", code });
  }

  private drop(now: number): void {
    const used = this.stage === "proven" || this.stage === "leaving";
    this.stage = "off";
    this.patience = Infinity;
    this.dropped = now;
    this.actions.push({ do: "close channel" });
    if (used) {
      this.worked = true;
      this.actions.push({ do: "use", to: "socket" });
    }
    if (this.tries < maxVain || (this.worked && this.tries < maxTries))
      this.next = now + againTime * 2 ** (this.tries - 1);
  }
}
