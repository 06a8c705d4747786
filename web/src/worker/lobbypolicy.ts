// Reacts to the lobby's messages and to its connection: updates this page's seat, what is
// loaded ahead, and the game.

import { playing, spectating } from "./activity";
import type { CurrentActivity } from "./currentactivity";
import type { Emit } from "./emit";
import type { GameLoader } from "./gameloader";
import type { GameRunner } from "./gamerunner";
import { Lobby } from "./lobby";
import type { OwnSeat } from "./ownseat";
import type { ProgressReporter } from "./progressreporter";
import { Resync } from "./resync";
import type { FromHost, Seat, ToHost } from "../shared/lobby";
import type { LinkState } from "../shared/messages";
import { closeCode } from "../shared/wire";

export class LobbyPolicy {
  private readonly lobby: Lobby;
  private readonly resync: Resync;
  private linkedAt = 0; // when the connection was made, ms
  private inProgress: Extract<FromHost, { t: "inprogress" }> | null = null;
  private roster: Extract<FromHost, { t: "roster" }> | null = null;
  private smallest = 0; // smallest recent round trip, ms
  private signal = false; // the host offers data channels

  constructor(
    private readonly own: OwnSeat,
    private readonly progress: ProgressReporter,
    private readonly activity: CurrentActivity,
    private readonly loader: GameLoader,
    private readonly games: GameRunner,
    private readonly emit: Emit,
  ) {
    this.resync = new Resync({
      busy: (on) => emit({ k: "resync", on }),
      done: () => emit({ k: "resynced" }),
    });
    this.lobby = new Lobby({
      link: (state, retryIn) => this.linked(state, retryIn),
      unreachable: (unreachable) => emit({ k: "hostUnreachable", unreachable }),
      message: (message) => this.received(message),
      roundTrip: (millis) => this.measured(millis),
      kicked: (reason) => {
        own.setTicket(null);
        // Activities without the host continue.
        if (!activity.isOffline) activity.over({ kind: "kicked", detail: reason });
      },
    });
  }

  /** The round trip to the host in ms; 0: not measured. */
  get roundTrip(): number {
    return this.smallest;
  }

  /** Whether the host offers data channels. */
  get signals(): boolean {
    return this.signal;
  }

  /** False: there is no connection, and the message is lost. */
  send(message: ToHost): boolean {
    return this.lobby.send(message);
  }

  /**
   * Sends a message from the page. If it is lost, the page says so, except for a name: the next
   * connection sends it again.
   */
  sendFromPage(message: ToHost): void {
    if (!this.send(message) && message.t !== "name") this.emit({ k: "requestLost", sent: false });
  }

  /** Reconnects to the lobby and the game: after the host kicked this page, or while it does not answer. */
  connect(): void {
    this.lobby.reconnect();
    this.activity.playing?.channel?.again();
  }

  watch(): void {
    const running = this.inProgress;
    const roster = this.roster;
    const params = running?.params ?? roster?.params;
    const players = running?.players ?? roster?.players;
    if (params !== undefined && players !== undefined)
      void this.games.enter(spectating(params, players, running?.frontier ?? 0));
  }

  leave(): void {
    try {
      const wasOffline = this.activity.isOffline;
      // Before the game has its channel, only this tells the host. The close of a channel may
      // come too late.
      const a = this.activity.now;
      if ((a.at === "loading" || a.at === "playing") && a.role === "player") this.send(this.own.leave());
      this.activity.stop();
      if (!wasOffline) this.own.setTicket(null);
    } finally {
      this.emit({ k: "idle" });
    }
  }

  private linked(state: LinkState, retryIn: number): void {
    this.emit({ k: "lobbyLink", state, retryIn });
    if (state === "open") {
      this.linkedAt = performance.now();
      this.activity.playing?.channel?.again();
    }
    if (state === "lost") this.own.linkLost();
    if (state === "away") this.own.sentAway();
  }

  private measured(millis: number): void {
    this.smallest = this.smallest === 0 ? millis : Math.min(millis, this.smallest * 1.05);
    this.activity.playing?.game.roundTrip(millis);
    this.redial();
  }

  /**
   * Restarts the game's channel if it is dead: the lobby connected after the game's channel went
   * silent, and the host answers there.
   */
  private redial(): void {
    const a = this.activity.playing;
    if (this.own.resuming || a === null || a.channel === null || !a.game.silent || a.game.heard > this.linkedAt) return;
    this.linkedAt = 0; // only once
    a.channel.restart();
  }

  private received(m: FromHost): void {
    switch (m.t) {
      case "welcome":
        this.inProgress = null;
        this.signal = m.signal;
        this.own.welcome(m.slot, m.token);
        this.progress.seated(performance.now());
        break;
      case "full":
        this.own.full();
        break;
      case "roster":
        this.roster = m;
        this.namePlayers(m.players);
        this.loader.prepare(m.params);
        break;
      case "inprogress":
        this.inProgress = m;
        this.loader.prepare(m.params);
        this.own.inProgress();
        break;
      case "launch":
        this.launch(m);
        break;
      case "error":
        if (this.own.refused()) {
          const a = this.activity.now;
          if (a.at === "loading" && a.role === "player")
            this.activity.over({ kind: "refused", code: closeCode.token, detail: "" });
          return;
        }
        break;
      case "dropped":
        this.own.dropped(m.slot);
        break;
      case "desync":
        this.resyncIfOwn(m.slots);
        break;
      case "ended":
        // If the host itself shuts down, the picture stays: the player may continue alone.
        if (m.closing && this.activity.playing !== null) break;
        this.own.setTicket(null);
        this.inProgress = null;
        if (this.activity.now.at !== "idle" && !this.activity.isOffline) this.activity.over({ kind: "ended" });
        break;
      default:
        break;
    }
    this.emit({ k: "lobby", message: m });
  }

  /** Shows the new names of players, who may have just dropped in, in the game's own lines too. */
  private namePlayers(players: readonly Seat[]): void {
    const a = this.activity.playing;
    if (a === null || this.activity.isOffline) return;
    for (const p of players) a.engine.name(p.slot, p.name);
  }

  /** Resyncs if this page's state is among those that differ from the host's. */
  private resyncIfOwn(slots: readonly number[]): void {
    const a = this.activity.playing;
    const seat = this.own.ticket;
    if (a !== null && a.role === "player" && seat !== null && slots.includes(seat.slot))
      void this.resync.run(a, seat, () => this.activity.now === a);
  }

  private launch(m: Extract<FromHost, { t: "launch" }>): void {
    const { slot, token } = this.own.launched(m);
    const a = this.activity.playing;
    if (a?.role === "player" && (m.join || m.resume)) {
      // The lobby's connection is back.
      a.channel?.resume(slot, token);
      return;
    }
    void this.games.enter(playing(m, { slot, token }));
  }
}
