// The page: the screen's state in one place, views that show it, a Worker that
// plays.

import { AdminAuth, forgetAdminToken, adminToken } from "./adminauth";
import { AudioOut } from "./audio";
import { Debug } from "./debug";
import { h } from "./dom";
import { DropZone } from "./dropzone";
import { GameScreen } from "./gamescreen";
import { HostBusy } from "./hostbusy";
import { AdminControls } from "./admincontrols";
import { HostPoll } from "./hostpoll";
import { Inbox } from "./inbox";
import { JoinIntent } from "./joinintent";
import { createLobby } from "./lobbywiring";
import { Navigation } from "./navigation";
import { OpenedFiles } from "./openedfiles";
import { loadTicket } from "./options";
import { createDemoDialog, createHostUnreachable, createLoading } from "./overlays";
import { PlayerOptions } from "./playeroptions";
import { keepPresses } from "./press";
import { PeerConnection } from "./rtc";
import { ScreenStore } from "./screenstore";
import { firstScreen } from "./state";
import { missingText } from "./text";
import { ScreenAwake } from "./wakelock";
import { WorkerLink } from "./workerlink";
import { busySignal } from "../shared/retryafter";

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="doomhost-${name}"]`)?.content ?? "";
}

function start(): void {
  const query = new URLSearchParams(location.search);
  const store = new ScreenStore();
  store.follow((screen) => (document.body.dataset.at = screen.at));
  const auth = new AdminAuth(adminToken(), forgetAdminToken);
  const worker = new WorkerLink(meta("worker"));
  const { post } = worker;
  const navigation = new Navigation(store, post);
  const audio = new AudioOut(meta("worklet"), post);
  const options = new PlayerOptions((o) => audio.mute(o.muted));
  const poll = new HostPoll(auth, store, meta("engine"));
  const controls = new AdminControls(auth, () => worker.terminate());
  const files = new OpenedFiles(store, navigation, post, {
    playOn: (file) => lobby.openSaved(file),
    choose: (file, facts, params) => demo.open(file, facts, params),
    addWads: (added) => lobby.addWads(added),
    mayAdd: () => auth.token !== "",
  });
  const openFile = (file: File): void => files.open(file);
  const lobby = createLobby({ store, post, options, navigation, auth, poll, controls, openFile });
  const demo = createDemoDialog(navigation, poll, lobby);
  const loading = createLoading(store, navigation);
  const renderer = { url: meta("renderer"), slow: query.get("gpu") === "any" };
  const game = new GameScreen(store, post, navigation, options, poll, renderer);
  const unreachable = createHostUnreachable(store, post, navigation, poll, lobby);
  const busy = new HostBusy();
  busySignal.changed = (on) => busy.from("page", on);
  const drop = new DropZone(
    () => store.screen.at === "lobby",
    (name, detail) => files.refuse(name, detail),
  );
  files.register(drop);
  const debug = new Debug(meta("engine"), game.view.picture, audio.figures);
  const awake = new ScreenAwake();
  document.body.append(
    lobby.element,
    loading.element,
    game.view.element,
    unreachable.element,
    drop.element,
    demo.element,
  );
  document.body.append(busy.element);
  store.follow((screen) => {
    audio.play(screen.at !== "lobby"); // from the click on, which lets it
    awake.want(screen.at === "loading" || (screen.at === "game" && !screen.game.menu));
    debug.show(screen);
    poll.renew();
  });

  const joinIntent = new JoinIntent(
    () => post({ k: "lobby", message: { t: "join", name: options.current.name } }),
    () => navigation.enter({ k: "watch" }),
  );
  const rtc = new PeerConnection((message, transfer) => post({ k: "rtc", message }, transfer));
  const inbox = new Inbox({
    store,
    post,
    options,
    auth,
    poll,
    joinIntent,
    lobby,
    game,
    files,
    audio,
    rtc,
    busy,
    debug,
  });
  worker.listen(
    (m) => inbox.received(m),
    (detail) => store.dispatch({ k: "gameEnded", failure: { kind: "engine", detail } }),
  );
  // Only pages that were opened with ?debug do it.
  addEventListener("doomhost-desync", () => post({ k: "desync" }));
  addEventListener("beforeunload", (e) => {
    // A file that is being sent would have to be sent again.
    if (lobby.uploading || game.isPlayed) e.preventDefault();
  });
  drop.listen(window);
  keepPresses(window);
  debug.show(store.screen);
  document.body.dataset.at = store.screen.at;
  lobby.update(firstScreen);
  lobby.show(true);
  audio.mute(options.current.muted);
  poll.now();
  post({
    k: "init",
    wasmUrl: meta("wasm"),
    build: meta("engine"),
    ticket: loadTicket(),
    debug: query.has("debug"),
    channel: query.get("channel") ?? "",
  });
}

const missing = missingText();
if (missing.length > 0) {
  document.body.append(
    h(
      "div",
      { class: "unsupported" },
      h("h1", {}, "This browser can't play"),
      h("p", {}, `It lacks ${missing.join(" and ")}. Any current Firefox, Chrome, Edge or Safari has what is needed.`),
    ),
  );
} else {
  start();
}
