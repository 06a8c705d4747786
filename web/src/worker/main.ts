// The Worker's entry point: passes the page's messages to the client, and pictures to the
// presenter.

import { routePreferences } from "./channel";
import { Client } from "./client";
import { engineFailure } from "./engine";
import { actionNumber } from "../shared/actions";
import { screenActs } from "../shared/generated/engine";
import { busySignal } from "../shared/retryafter";
import type { FromWorker, ToWorker } from "../shared/messages";
import type { FromEngine, ToEngine } from "../shared/pictures";

// The DOM library describes a page's global; this is a Worker's.
const scope = self as unknown as {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((e: MessageEvent<ToWorker>) => void) | null;
};

const emit = (message: FromWorker, transfer: Transferable[] = []): void => scope.postMessage(message, transfer);

busySignal.changed = (on) => emit({ k: "hostBusy", on });

let client: Client | null = null;

/** Answers the presenter's requests, at the screen's refresh rate. */
function serve(pictures: MessagePort): void {
  pictures.onmessage = ({ data: spare }: MessageEvent<ToEngine>) => {
    const answer: FromEngine = client?.view.draw(spare) ?? null;
    pictures.postMessage(answer, answer === null ? [] : [answer.buffer]);
  };
}

scope.onmessage = ({ data: m }) => {
  if (m.k === "framePort") {
    serve(m.port);
    return;
  }
  if (m.k === "init") {
    client ??= new Client(
      m.wasmUrl,
      m.build,
      m.ticket,
      m.debug,
      routePreferences.find((w) => w === m.channel) ?? "auto",
      emit,
    );
    return;
  }
  const c = client;
  if (c === null) return;
  switch (m.k) {
    case "rtc":
      return c.games.rtc(m.message);
    case "lobby":
      return c.lobby.sendFromPage(m.message);
    case "connect":
      return c.lobby.connect();
    case "continueSolo":
      return c.games.playOn();
    case "watch":
      return c.lobby.watch();
    case "solo":
      return c.games.solo(m.params, m.past, m.key);
    case "save":
      return c.save();
    case "listSaves":
      void c.saves.list();
      return;
    case "replay":
      void c.replayer.replay(m.id);
      return;
    case "replayFile":
      void c.replayer.replayFile(m.file);
      return;
    case "readDemo":
      void c.replayer.readDemo(m.file);
      return;
    case "replayDemo":
      return c.replayer.replayDemo(m.params, m.overruns);
    case "demoLoop":
      void c.replayer.demos(m.wads);
      return;
    case "playback":
      return c.replayer.playback(m);
    case "leave":
      return c.lobby.leave();
    case "key":
      return c.withEngine(({ raw }) =>
        m.down ? raw.press(actionNumber(m.action)) : raw.release(actionNumber(m.action)),
      );
    case "releaseKeys":
      return c.withEngine(({ raw }) => raw.release_all());
    case "mouse":
      return c.withEngine(({ raw }) => raw.mouse(m.dx, m.dy));
    case "stick":
      return c.withEngine(({ raw }) => raw.stick(m.forward, m.side, m.turn));
    case "pause":
      return c.withEngine(({ raw }) => raw.pause());
    case "desync":
      return c.games.disturb();
    case "holdSolo":
      return c.games.pause(m.on);
    case "chatText":
      return c.withEngine((engine) => engine.chatText(m.text));
    case "screenAct":
      return c.withEngine(({ raw }) => raw.screen(screenActs.indexOf(m.what), m.value));
    case "options":
      return c.view.setOptions(m.options);
    case "view":
      return c.view.view(m.slot);
    case "audioPort":
      return c.sound.connect(m.port);
    case "audioQueue":
      return c.sound.queueChanged(m.rate, m.lead, m.wanted);
  }
};

// An error outside all handlers must not freeze the game silently. The page is told that the
// game is over, so the game ends here too.
function broke(reason: unknown): void {
  if (client !== null) client.broke(reason);
  else emit({ k: "gameEnded", failure: { kind: "engine", detail: engineFailure(reason) } });
}

self.addEventListener("unhandledrejection", (e) => {
  const reason: unknown = e.reason;
  if (reason instanceof DOMException && reason.name === "AbortError") return;
  broke(reason);
});

self.addEventListener("error", (e) => {
  if (client === null) return; // the page hears of the error directly
  e.preventDefault();
  broke(e.error);
});
