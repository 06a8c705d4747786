// The page: the screen's state in one place, views that show it, a Worker that
// plays.

import { Retry } from "./retry";
import { JoinIntent } from "./joinintent";
import { AudioOut } from "./audio";
import { Debug } from "./debug";
import { alone, DemoDialog } from "./demodialog";
import { DemosView } from "./demosview";
import { h } from "./dom";
import { DropZone } from "./dropzone";
import { saveFile } from "./files";
import { GameView } from "./gameview";
import { fetchEngineId, fetchInfo, quitHost, type HostInfo } from "./api";
import { forgetHostToken, AdminAuth, hostToken } from "./adminauth";
import { HostBusy } from "./hostbusy";
import { HostGoneView } from "./hostgone";
import { LoadingView } from "./loadingview";
import { LobbyView } from "./lobbyview";
import { loadOptions, loadTicket, saveOptions, saveTicket, type Options } from "./options";
import { ReplayView } from "./replayview";
import { ScreenAwake } from "./wakelock";
import { firstScreen, reduce, type PageEvent, type Screen } from "./state";
import { keepPresses } from "./press";
import { PeerConnection } from "./rtc";
import { wadEndings } from "./library";
import { fetchWads, reloadWads, type WadList } from "./wadlist";
import { WaitingView } from "./waitingview";
import { missingText } from "./text";
import { possibleName } from "../shared/names";
import { readDemo, readNote } from "../shared/savegame";
import { defaultParams, type FromHost } from "../shared/lobby";
import type { FromWorker, ToWorker } from "../shared/messages";
import { busySign } from "../shared/retryafter";

// How often the lobby asks for the host's addresses, in ms: they change with its
// network, while the own connection may stay.
const lookEvery = 4000;
// How long after it could not be described the host is asked again, in ms.
const describeAgain = 2000;

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="doomhost-${name}"]`)?.content ?? "";
}

function isDemo(file: File): boolean {
  return file.name.toLowerCase().endsWith(".lmp");
}

function saveGame(demo: ArrayBuffer): void {
  const { at } = readDemo(new Uint8Array(demo));
  const time = new Date().toISOString().slice(0, 19).replace("T", " ").replace(/:/g, "");
  saveFile(`doomhost ${time} ${at.episode}-${at.map}.lmp`, demo, "application/octet-stream");
}

function start(): void {
  let screen: Screen = firstScreen;
  let options: Options = loadOptions();
  let outdated = false;
  let wads = ""; // the revision of the list that is shown
  let links = 0; // connections to the lobby that were made; each may be to another host
  let described = -1; // the last of them whose host was asked for all that it tells of itself
  let reading: { readonly file: File; readonly play: boolean } | null = null; // the demo that is being read
  let listedIds: ReadonlySet<string> = new Set(); // of that list
  let askedFor = ""; // a game that was missing in it, and asked for
  let played = false; // the player did something in the game that is shown
  const query = new URLSearchParams(location.search);
  const right = new AdminAuth(hostToken(), forgetHostToken);
  const worker = new Worker(meta("worker"), { name: "doomhost" });
  const post = (message: ToWorker, transfer: Transferable[] = []): void => worker.postMessage(message, transfer);

  const rtc = new PeerConnection((message, transfer) => post({ k: "rtc", message }, transfer));

  const describing = new Retry(describe, describeAgain, {
    every: () => lookEvery,
    told: (words) => lobby.asking(words),
  });

  const lobby = new LobbyView(options.name, {
    say: (message) => post({ k: "lobby", message }),
    name: (name) => {
      // The host says why it refuses one; the next visit begins with the last one that it took.
      if (possibleName(name)) setOptions({ ...options, name });
      post({ k: "lobby", message: { t: "name", name } });
    },
    watch: () => {
      dispatch({ k: "enter" });
      post({ k: "watch" });
    },
    replay: (id) => {
      dispatch({ k: "enter" });
      post({ k: "replay", id });
    },
    replayFile: (file) => (isDemo(file) ? readDemoFile(file, false) : watchFile(file)),
    solo: (params, past, key) => {
      dispatch({ k: "enter" });
      post({ k: "solo", params, past, key });
    },
    kept: () => post({ k: "kept" }),
    demos: (wads) => {
      dispatch({ k: "enter" });
      post({ k: "demos", wads });
    },
    hostToken: () => right.token,
    lookForWads: async () => listed(await reloadWads(right.token)),
    listed: (list) => listed(list),
    listChanged: () => void describing.now(),
    connect: () => post({ k: "connect" }),
    dismiss: () => dispatch({ k: "dismiss" }),
    unanswered: () => dispatch({ k: "unheard", sent: true }),
    quit: () => quit(),
  });
  const tape = new ReplayView({
    play: (play) => post({ k: "tape", play }),
    speed: (speed) => post({ k: "tape", speed }),
    seek: (seek) => post({ k: "tape", seek }),
    leave: () => leave(),
  });
  const demos = new DemosView(() => leave());
  const demo = new DemoDialog({
    watch: (params, overruns) => {
      dispatch({ k: "enter" });
      post({ k: "replayDemo", params, overruns });
    },
    playOn: (file) => lobby.openSaved(file),
  });
  const loading = new LoadingView(() => leave());
  const gone = new HostGoneView({
    again: () => post({ k: "connect" }),
    playOn: () => post({ k: "playOn" }),
    playAlone: () => lobby.playAlone(),
    toLobby: () => leave(),
    games: () => lobby.otherGames(),
  });
  const busy = new HostBusy();
  busySign.heard = (on) => busy.from("page", on);
  const waiting = new WaitingView(
    () => post({ k: "lobby", message: { t: "begin" } }),
    () => leave(),
  );
  const game = new GameView(
    options,
    { url: meta("renderer"), slow: query.get("gpu") === "any" },
    {
      post: (message, transfer) => {
        if (message.k === "key" || message.k === "mouse" || message.k === "stick") played = true;
        post(message, transfer);
      },
      menu: (open) => {
        // The demo loop has none: a gamepad's button leads back, too.
        if (screen.at === "game" && screen.game.role === "demos") leave();
        else dispatch({ k: "menu", open });
      },
      typing: (open) => dispatch({ k: "typing", open }),
      viewed: (slot) => dispatch({ k: "viewed", slot }),
      leave: () => leave(),
      unanswered: () => dispatch({ k: "unheard", sent: true }),
      endForAll: () => post({ k: "lobby", message: { t: "stop" } }),
      lobbyChat: (text) => post({ k: "lobby", message: { t: "chat", text } }),
      options: (o) => setOptions({ ...o, name: options.name }), // the name is the lobby's
    },
  );
  const audio = new AudioOut(meta("worklet"), post);
  const awake = new ScreenAwake();
  const debug = new Debug(meta("engine"), game.picture, audio.figures);
  const drop = new DropZone(
    () => screen.at === "lobby",
    (name, detail) => dispatch({ k: "refused", trouble: { kind: "file", name, detail } }),
  );
  drop.register([".dhr"], (files) => one(files, watchFile));
  drop.register([".lmp"], (files) => one(files, (file) => readDemoFile(file, true)));
  const mayAdd = (): boolean => right.token !== "";
  drop.register(wadEndings, (files) => (mayAdd() ? lobby.addWads(files) : onlyHostAdds(files)), mayAdd);
  document.body.append(lobby.element, loading.element, game.element, gone.element, drop.element, demo.element);
  document.body.append(busy.element);
  game.element.append(waiting.element, tape.element, demos.element);

  const arrival = new JoinIntent(
    () => post({ k: "lobby", message: { t: "join", name: options.name } }),
    () => {
      dispatch({ k: "enter" });
      post({ k: "watch" });
    },
  );

  function setOptions(o: Options): void {
    options = o;
    saveOptions(o);
    audio.mute(o.muted);
  }

  function watchFile(file: File): void {
    dispatch({ k: "enter" });
    post({ k: "replayFile", file });
  }

  /** Reads a demo; a saved game is played on at once where that is wanted. */
  function readDemoFile(file: File, play: boolean): void {
    reading = { file, play };
    post({ k: "readDemo", file });
  }

  function demoRead({ name, facts, refused }: Extract<FromWorker, { k: "demo" }>): void {
    if (reading === null || screen.at !== "lobby") return;
    const { file, play } = reading;
    if (facts === null) dispatch({ k: "refused", trouble: { kind: "file", name, detail: refused } });
    else if (play && alone(facts) && readNote(facts.trailer).at !== null) lobby.openSaved(file);
    else demo.open(file, facts, screen.lobby.params ?? defaultParams);
  }

  function onlyHostAdds([file]: readonly File[]): void {
    const detail =
      "Only the host can add WADs to this game. Give the file to whoever started doomhost: it can be dropped on the page that doomhost opened there.";
    dispatch({ k: "refused", trouble: { kind: "file", name: file?.name ?? "", detail } });
  }

  /** What is shown on the whole screen is one at a time. */
  function one(files: readonly File[], open: (file: File) => void): void {
    const [file, second] = files;
    if (second !== undefined)
      dispatch({
        k: "refused",
        trouble: { kind: "file", name: second.name, detail: "This page shows one file at a time: drop it alone." },
      });
    else if (file !== undefined) open(file);
  }

  function leave(): void {
    post({ k: "leave" });
    dispatch({ k: "left" });
  }

  async function quit(): Promise<void> {
    if (!confirm("Stop hosting? Everybody else's lobby and game end, too.")) return;
    try {
      await quitHost(right.token);
    } catch (e) {
      alert(`doomhost did not end: ${e instanceof Error ? e.message : String(e)}. End it where it was started.`);
      return;
    }
    worker.terminate();
    document.body.replaceChildren(
      h(
        "div",
        { class: "farewell" },
        h("h1", {}, "doomhost has ended"),
        h("p", {}, "Nobody can reach it any more. You can close this page; to host again, start doomhost."),
      ),
    );
  }

  function dispatch(e: PageEvent): void {
    const before = screen;
    screen = reduce(screen, e);
    if (screen === before) return;
    document.body.dataset.at = screen.at;
    lobby.element.hidden = screen.at !== "lobby";
    lobby.show(screen.at === "lobby");
    loading.element.hidden = screen.at !== "loading";
    if (screen.at === "lobby") lobby.update(screen);
    if (screen.at === "loading") loading.update(screen);
    game.update(screen);
    waiting.update(screen);
    gone.update(screen, wads !== "");
    tape.update(screen);
    demos.update(screen);
    audio.play(screen.at !== "lobby"); // from the click on, which lets it
    awake.want(screen.at === "loading" || (screen.at === "game" && !screen.game.menu));
    debug.show(screen);
    renew();
  }

  function received(m: FromWorker): void {
    debug.note(m);
    switch (m.k) {
      case "pcm":
        audio.pcm(m.buffer, m.mixedAt);
        return;
      case "sounding":
        audio.sounding(m.figures);
        return;
      case "rtc":
        rtc.fromWorker(m.message);
        return;
      case "busy":
        busy.from("worker", m.on);
        return;
      case "ticket":
        saveTicket(m.ticket);
        return;
      case "saved":
        saveGame(m.demo);
        game.saved();
        return;
      case "kept":
        lobby.kept(m.games);
        return;
      case "demo":
        demoRead(m);
        return;
      case "playing":
        dispatch(m);
        if (screen.at !== "game") return; // it was left before it began
        played = false;
        game.begin(m);
        return;
      case "lobby":
        fromHost(m.message);
        return;
      case "link":
        if (m.state === "open") right.connected();
        dispatch(m);
        if (m.state === "open") {
          links++;
          void describing.now();
        }
        return;
      default:
        dispatch(m);
    }
  }

  function fromHost(message: FromHost): void {
    const asked = right.heard(message);
    if (asked === "refused") return; // the token was of a doomhost that has ended: no news for anybody
    if (asked === "ask") post({ k: "lobby", message: { t: "host", token: right.token } });
    dispatch({ k: "lobby", message });
    arrival.heard(message);
    if (message.t === "roster") playing(message.params.wadId);
    if (message.t === "welcome" && options.name !== "")
      post({ k: "lobby", message: { t: "name", name: options.name } });
  }

  // The list and the addresses may have changed whenever the host is back; while
  // somebody looks at the lobby they are watched.
  async function describe(): Promise<void> {
    const link = links;
    const known = described === link;
    if (known && (screen.at !== "lobby" || screen.lobby.gone?.left === 0 || document.hidden)) return;
    const info = await fetchInfo();
    told(info);
    if (known && info.wads === wads) return;
    const [list, engine] = await Promise.all([fetchWads(right.token), fetchEngineId().catch(() => "")]);
    outdated = engine !== "" && engine !== meta("engine");
    renew();
    listed(list);
    described = link;
  }

  function told(info: HostInfo): void {
    lobby.info(info);
    game.others(info.addresses[0] ?? location.origin);
  }

  function listed(list: WadList): void {
    wads = list.revision;
    listedIds = new Set(list.wads.map((w) => w.id));
    lobby.list(list);
    demo.list(list.wads);
  }

  /** The lobby's game. One that the list has not came just now: nobody need wait for the next look. */
  function playing(wadId: string): void {
    if (wadId === "" || wadId === askedFor || listedIds.has(wadId)) return;
    askedFor = wadId;
    void describing.now();
  }

  // A page of an older doomhost would be out of step with all others. Between
  // games nobody misses it.
  function renew(): void {
    if (outdated && screen.at === "lobby") location.reload();
  }

  worker.onmessage = (e: MessageEvent<FromWorker>) => received(e.data);
  worker.onerror = (e) => dispatch({ k: "over", trouble: { kind: "engine", detail: e.message } });
  // Only pages that were opened with ?debug do it.
  addEventListener("doomhost-disturb", () => post({ k: "disturb" }));
  addEventListener("beforeunload", (e) => {
    if (lobby.uploading) e.preventDefault(); // the file would have to be sent again
    // A tab that is closed in a fight by accident would be bitter.
    if (screen.at !== "game") return;
    const { role } = screen.game;
    if (role === "player" || (role === "solo" && played)) e.preventDefault();
  });
  drop.listen(window);
  keepPresses(window);
  debug.show(screen);
  loading.element.hidden = true;
  document.body.dataset.at = screen.at;
  lobby.update(firstScreen);
  lobby.show(true);
  audio.mute(options.muted);
  void describing.now();
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
