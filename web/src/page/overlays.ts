// What covers the lobby or the game for a while: what loads, the host that is gone, the
// choice with what to show a demo.

import { DemoDialog } from "./demodialog";
import { HostUnreachableView } from "./hostunreachable";
import type { HostPoll } from "./hostpoll";
import { LoadingView } from "./loadingview";
import type { LobbyView } from "./lobbyview";
import type { Navigation } from "./navigation";
import type { ScreenStore } from "./screenstore";
import type { Post } from "./workerlink";

export function createDemoDialog(navigation: Navigation, poll: HostPoll, lobby: LobbyView): DemoDialog {
  const demo = new DemoDialog({
    watch: (params, overruns) => navigation.enter({ k: "replayDemo", params, overruns }),
    playOn: (file) => lobby.openSaved(file),
  });
  poll.follow({ list: (list) => demo.list(list.wads) });
  return demo;
}

export function createLoading(store: ScreenStore, navigation: Navigation): LoadingView {
  const loading = new LoadingView(() => navigation.leave());
  loading.element.hidden = true;
  store.follow((screen) => {
    loading.element.hidden = screen.at !== "loading";
    if (screen.at === "loading") loading.update(screen);
  });
  return loading;
}

export function createHostUnreachable(
  store: ScreenStore,
  post: Post,
  navigation: Navigation,
  poll: HostPoll,
  lobby: LobbyView,
): HostUnreachableView {
  const view = new HostUnreachableView({
    retry: () => post({ k: "connect" }),
    playOn: () => post({ k: "continueSolo" }),
    playAlone: () => lobby.playAlone(),
    toLobby: () => navigation.leave(),
    games: () => lobby.knownGames(),
  });
  store.follow((screen) => view.update(screen, poll.hasList));
  return view;
}
