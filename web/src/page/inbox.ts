// What the Worker and, by way of it, the host say: each message goes to the part that it is for.

import type { AdminAuth } from "./adminauth";
import type { AudioOut } from "./audio";
import type { Debug } from "./debug";
import type { GameScreen } from "./gamescreen";
import type { HostBusy } from "./hostbusy";
import type { HostPoll } from "./hostpoll";
import type { JoinIntent } from "./joinintent";
import type { LobbyView } from "./lobbyview";
import type { OpenedFiles } from "./openedfiles";
import { saveTicket } from "./options";
import type { PlayerOptions } from "./playeroptions";
import type { PeerConnection } from "./rtc";
import type { ScreenStore } from "./screenstore";
import type { Post } from "./workerlink";
import type { FromHost } from "../shared/lobby";
import type { FromWorker } from "../shared/messages";

export interface InboxParts {
  readonly store: ScreenStore;
  readonly post: Post;
  readonly options: PlayerOptions;
  readonly auth: AdminAuth;
  readonly poll: HostPoll;
  readonly joinIntent: JoinIntent;
  readonly lobby: LobbyView;
  readonly game: GameScreen;
  readonly files: OpenedFiles;
  readonly audio: AudioOut;
  readonly rtc: PeerConnection;
  readonly busy: HostBusy;
  readonly debug: Debug;
}

export class Inbox {
  constructor(private readonly parts: InboxParts) {}

  received(m: FromWorker): void {
    const { store, audio, rtc, busy, lobby, game, files, auth, poll, debug } = this.parts;
    debug.note(m);
    switch (m.k) {
      case "audio":
        return audio.pcm(m.buffer, m.mixedAt);
      case "audioStats":
        return audio.sounding(m.figures);
      case "rtc":
        return rtc.fromWorker(m.message);
      case "hostBusy":
        return busy.from("worker", m.on);
      case "ticket":
        return saveTicket(m.ticket);
      case "saved":
        return game.saved(m.demo);
      case "saves":
        return lobby.saves(m.games);
      case "demoRead":
        return files.demoRead(m);
      case "playing":
        store.dispatch(m);
        return game.begin(m);
      case "lobby":
        return this.fromHost(m.message);
      case "lobbyLink":
        if (m.state === "open") auth.connected();
        store.dispatch(m);
        if (m.state === "open") poll.connected();
        return;
      default:
        store.dispatch(m);
    }
  }

  private fromHost(message: FromHost): void {
    const { store, post, options, auth, poll, joinIntent } = this.parts;
    const asked = auth.received(message);
    if (asked === "refused") return; // the token was of a doomhost that has ended: no news for anybody
    if (asked === "ask") post({ k: "lobby", message: { t: "host", token: auth.token } });
    store.dispatch({ k: "lobby", message });
    joinIntent.received(message);
    if (message.t === "roster") poll.chosen([message.params.wadId, ...message.params.pwads]);
    const { name } = options.current;
    if (message.t === "welcome" && name !== "") post({ k: "lobby", message: { t: "name", name } });
  }
}
