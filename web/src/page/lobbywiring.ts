// The lobby's view, and where its wishes go.

import type { AdminAuth } from "./adminauth";
import type { AdminControls } from "./admincontrols";
import type { HostPoll } from "./hostpoll";
import { LobbyView } from "./lobbyview";
import type { Navigation } from "./navigation";
import type { PlayerOptions } from "./playeroptions";
import type { ScreenStore } from "./screenstore";
import type { Post } from "./workerlink";
import { possibleName } from "../shared/names";

export interface LobbyParts {
  readonly store: ScreenStore;
  readonly post: Post;
  readonly options: PlayerOptions;
  readonly navigation: Navigation;
  readonly auth: AdminAuth;
  readonly poll: HostPoll;
  readonly controls: AdminControls;
  /** Shows a recording or a demo. */
  openFile(file: File): void;
}

export function createLobby({
  store,
  post,
  options,
  navigation,
  auth,
  poll,
  controls,
  openFile,
}: LobbyParts): LobbyView {
  const lobby = new LobbyView(options.current.name, {
    send: (message) => post({ k: "lobby", message }),
    name: (name) => {
      // The host says why it refuses one; the next visit begins with the last one that it took.
      if (possibleName(name)) options.set({ ...options.current, name });
      post({ k: "lobby", message: { t: "name", name } });
    },
    watch: () => navigation.enter({ k: "watch" }),
    replay: (id) => navigation.enter({ k: "replay", id }),
    replayFile: openFile,
    solo: (params, past, key) => navigation.enter({ k: "solo", params, past, key }),
    listSaves: () => post({ k: "listSaves" }),
    demos: (wads) => navigation.enter({ k: "demoLoop", wads }),
    adminToken: () => auth.token,
    lookForWads: () => poll.reload(),
    listed: (list) => poll.listed(list),
    listChanged: () => poll.now(),
    connect: () => post({ k: "connect" }),
    dismiss: () => store.dispatch({ k: "dismiss" }),
    unanswered: () => store.dispatch({ k: "requestLost", sent: true }),
    quit: () => controls.quit(),
  });
  poll.follow({
    info: (info) => lobby.info(info),
    list: (list) => lobby.list(list),
    retrying: (words) => lobby.retrying(words),
  });
  store.follow((screen) => {
    lobby.element.hidden = screen.at !== "lobby";
    lobby.show(screen.at === "lobby");
    if (screen.at === "lobby") lobby.update(screen);
  });
  return lobby;
}
