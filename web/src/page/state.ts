// The screen's state: one union, changed in one place. Nothing here touches the
// DOM or the Worker.

import { colors, type FromHost, type Params, type Progress, type Seat } from "../shared/lobby";
import type {
  ChannelLost,
  FromWorker,
  GameFacts,
  HostUnreachable,
  LinkState,
  LoadStep,
  NetStats,
  ReplayState,
  Role,
  Failure,
} from "../shared/messages";
import { closeCode } from "../shared/wire";

export interface ChatLine {
  readonly slot: number | null;
  readonly name: string;
  readonly text: string;
  /** It says what happened to the player; nobody typed it. */
  readonly event?: true;
  /** It was said before this page came. */
  readonly past?: true;
}

/** What is known of the lobby; it goes on while a game runs. */
export interface LobbyState {
  readonly link: LinkState;
  /** What is known of a host that does not answer. */
  readonly unreachable: HostUnreachable | null;
  /** The own seat, null for spectators. */
  readonly slot: number | null;
  readonly host: boolean;
  readonly players: readonly Seat[];
  readonly freeSlots: readonly number[];
  readonly params: Params | null;
  readonly countdown: number;
  /** A game runs, whoever is in it. */
  readonly running: boolean;
  /** There was no seat for this page, and there is none. */
  readonly full: boolean;
  readonly error: string;
  readonly chat: readonly ChatLine[];
  /** How far the WAD is that the lobby's settings need; 1 is there. */
  readonly fetched: number;
  /** The same in bytes, while it is on its way. */
  readonly fetching: Progress | null;
  /** Why it does not come; the host is asked again. */
  readonly fetchFailure: Failure | null;
  /** The connection of the game that is played or loaded is lost. */
  readonly channelLost: ChannelLost | null;
  /** For whom the first tic waits, and how long from when that was told, in ms. */
  readonly waiting: Waiting | null;
  /** The running game began, or went on, without this page's player, who is still loading. */
  readonly missedStart: boolean;
  /** So often the page left what it was shown and the Worker has not heard of it yet: what it tells is out of date. */
  readonly leaving: number;
}

export interface Waiting {
  readonly slots: readonly number[];
  readonly millis: number;
}

export type Screen =
  | { readonly at: "lobby"; readonly lobby: LobbyState; readonly failure: Failure | null }
  | {
      readonly at: "loading";
      readonly lobby: LobbyState;
      readonly step: LoadStep;
      readonly done: number;
      readonly total: number;
    }
  | { readonly at: "game"; readonly lobby: LobbyState; readonly game: GameState };

export interface GameState {
  readonly role: Role;
  readonly slot: number; // whose eyes it is seen through
  readonly names: readonly string[];
  readonly begun: boolean; // there was a tic
  readonly menu: boolean;
  readonly typing: boolean; // a chat line is being written
  readonly connected: boolean;
  readonly silent: boolean; // connected, but nothing comes
  readonly saveRefused: boolean; // the browser does not take the game for one; until the menu is opened
  readonly outOfStep: boolean;
  readonly resyncing: boolean; // the host's state is being taken
  readonly filled: number; // mask: for whom the host makes up what they do
  readonly awaits: GameFacts["awaits"];
  readonly paused: boolean;
  readonly net: NetStats | null;
  readonly replay: ReplayState | null;
}

export type PageEvent =
  | Exclude<FromWorker, { readonly k: "hostBusy" }> // which matters on every screen
  | { readonly k: "menu"; readonly open: boolean }
  | { readonly k: "typing"; readonly open: boolean }
  | { readonly k: "viewed"; readonly slot: number }
  | { readonly k: "enter" } // the player chose to play alone or to watch
  | { readonly k: "left" }
  | { readonly k: "refused"; readonly failure: Failure } // of what was tried in the lobby
  | { readonly k: "dismiss" };

const chatKept = 100;

export const firstScreen: Extract<Screen, { at: "lobby" }> = {
  at: "lobby",
  failure: null,
  lobby: {
    link: "connecting",
    unreachable: null,
    slot: null,
    host: false,
    players: [],
    freeSlots: [],
    params: null,
    countdown: 0,
    running: false,
    full: false,
    error: "",
    chat: [],
    fetched: 0,
    fetching: null,
    fetchFailure: null,
    channelLost: null,
    waiting: null,
    missedStart: false,
    leaving: 0,
  },
};

export function reduce(screen: Screen, e: PageEvent): Screen {
  switch (e.k) {
    case "lobbyLink":
      return link(screen, e.state);
    case "hostUnreachable":
      return withLobby(screen, { unreachable: e.unreachable });
    case "lobby":
      return fromHost(screen, e.message);
    case "load":
      return outdated(screen) ? screen : load(screen, e.step, e.done, e.total);
    case "enter":
      return { at: "loading", lobby: { ...screen.lobby, channelLost: null }, step: "engine", done: 0, total: 1 };
    case "prefetch":
      return withLobby(screen, { fetchFailure: e.failure });
    case "playing":
      // In the lobby nothing is on its way that is still wanted.
      if (outdated(screen) || screen.at === "lobby") return screen;
      return {
        at: "game",
        lobby: { ...screen.lobby, countdown: 0, fetched: 1, fetching: null },
        game: { ...firstGame, role: e.role, slot: e.slot, names: e.names },
      };
    case "channelLost":
      return withGame(withLobby(screen, { channelLost: e.lost }), { connected: e.lost === null });
    case "hostSilent":
      return withGame(screen, { silent: e.on });
    case "saveRefused":
      return withGame(screen, { saveRefused: true });
    case "resync":
      return withGame(screen, { resyncing: e.on });
    case "filled":
      return withGame(screen, { filled: e.slots });
    case "netStats":
      return withGame(screen, { net: e.stats });
    case "resynced":
      return withGame(screen, { outOfStep: false });
    case "playback":
      return withGame(screen, { replay: e.state });
    case "menu":
      return withGame(
        screen,
        e.open ? { menu: true, typing: false, saveRefused: false } : { menu: false, typing: false },
      );
    case "typing":
      return withGame(screen, { typing: e.open });
    case "viewed":
      return withGame(screen, { slot: e.slot });
    case "gameEnded":
      return outdated(screen) ? screen : over(screen.lobby, e.failure);
    case "left":
      return {
        at: "lobby",
        lobby: { ...screen.lobby, channelLost: null, leaving: screen.lobby.leaving + 1 },
        failure: null,
      };
    case "idle":
      return withLobby(screen, { leaving: Math.max(0, screen.lobby.leaving - 1) });
    case "requestLost":
      return requestLost(screen, e.sent);
    case "refused":
      return screen.at === "lobby" ? { ...screen, failure: e.failure } : screen;
    case "dismiss":
      return screen.at === "lobby" ? { ...screen, failure: null, lobby: { ...screen.lobby, error: "" } } : screen;
    case "tics":
      return tics(screen, e.game);
    case "ticket":
    case "rtc":
    case "audioStats":
    case "saved":
    case "saves":
    case "audio":
    case "demoLoopPart":
    case "demoRead":
    case "inconsistent": // the host knows who is out of step, and says so
      return screen; // not the screen's business
  }
}

const firstGame: GameState = {
  role: "player",
  slot: 0,
  names: [],
  begun: false,
  menu: false,
  typing: false,
  connected: true,
  silent: false,
  saveRefused: false,
  outOfStep: false,
  resyncing: false,
  filled: 0,
  awaits: "nothing",
  paused: false,
  net: null,
  replay: null,
};

/** Tics come all the time; what the screen shows of them changes rarely. */
function tics(screen: Screen, { awaits, paused }: GameFacts): Screen {
  if (screen.at !== "game") return screen;
  const { game } = screen;
  return game.begun && game.awaits === awaits && game.paused === paused
    ? screen
    : withGame(screen, { begun: true, awaits, paused });
}

/** What the Worker tells of a game is of one that the page left. */
function outdated(screen: Screen): boolean {
  return screen.lobby.leaving > 0;
}

function link(screen: Screen, state: LinkState): Screen {
  switch (state) {
    case "connecting":
      return withLobby(screen, { link: state });
    case "open":
      // A new connection begins without rights, and knows of no game yet. The host
      // tells it what was said last.
      return withLobby(screen, { link: state, unreachable: null, host: false, running: false, chat: [] });
    case "lost":
      return withLobby(screen, { link: state, countdown: 0 });
    case "away":
      return withLobby(screen, {
        link: state,
        unreachable: null,
        countdown: 0,
        slot: null,
        host: false,
        players: [],
        freeSlots: [],
        running: false,
        full: false,
      });
  }
}

/** Back in the lobby, for a reason. */
function over(lobby: LobbyState, failure: Failure): Screen {
  // Who was refused has the seat no more, but in that game is somebody.
  const refused = failure.kind === "refused" && (failure.code === closeCode.taken || failure.code === closeCode.token);
  const left = { ...lobby, channelLost: null };
  return { at: "lobby", lobby: refused ? { ...left, slot: null, running: true } : left, failure };
}

function load(screen: Screen, step: LoadStep, done: number, total: number): Screen {
  const fetched = step === "wad" ? (total > 0 ? done / total : 0) : step === "engine" ? screen.lobby.fetched : 1;
  const fetching =
    step === "engine" ? screen.lobby.fetching : step === "wad" && done < total ? { have: done, total } : null;
  const lobby = { ...screen.lobby, fetched, fetching, fetchFailure: step === "wad" ? null : screen.lobby.fetchFailure };
  switch (screen.at) {
    case "loading":
      return { at: "loading", lobby, step, done, total };
    case "lobby": // loading ahead shows in a corner of it
    case "game":
      return { ...screen, lobby };
  }
}

function fromHost(screen: Screen, m: FromHost): Screen {
  switch (m.t) {
    case "welcome":
      return withLobby(screen, { slot: m.slot, host: m.host, running: false, full: false, error: "" });
    case "roster": {
      const mine = m.players.some((p) => p.slot === screen.lobby.slot);
      return withLobby(screen, {
        players: m.players,
        freeSlots: m.freeSlots,
        params: m.params,
        slot: mine ? screen.lobby.slot : null,
        running: m.inGame,
        full: screen.lobby.full && !m.inGame && m.freeSlots.length === 0,
        countdown: m.inGame ? 0 : screen.lobby.countdown,
      });
    }
    case "inprogress":
      return withLobby(screen, {
        slot: null,
        players: m.players,
        freeSlots: m.freeSlots,
        params: m.params,
        running: true,
        full: false,
      });
    case "countdown":
      return withLobby(screen, { countdown: m.n, error: "" });
    case "launch": {
      const lobby = { ...screen.lobby, countdown: 0, running: true, params: m.params, waiting: null, missed: false };
      // What is being left is left, whatever it became meanwhile.
      if (outdated(screen) || (screen.at === "game" && screen.game.role === "player")) return { ...screen, lobby };
      return { at: "loading", lobby, step: "engine", done: 0, total: 1 };
    }
    case "full":
      // In a game it is the answer to who wants to join; in the lobby, to who comes.
      return withLobby(screen, screen.lobby.running ? { slot: null, error: m.reason } : { slot: null, full: true });
    case "error":
      return withLobby(screen, { error: m.reason, countdown: 0 });
    case "host":
      return withLobby(screen, { host: true });
    case "ended":
      return withLobby(screen, { running: false, waiting: null, missedStart: false });
    case "chat":
      return withChat(screen, { slot: m.slot, name: m.name, text: m.text, ...(m.past ? { past: true } : {}) });
    case "desync":
      return withGame(screen, { outOfStep: screen.lobby.slot !== null && m.slots.includes(screen.lobby.slot) });
    case "waiting":
      return withLobby(screen, { waiting: m.slots.length > 0 ? { slots: m.slots, millis: m.millis } : null });
    case "dropped":
      return withEvent(
        screen.at === "loading" && m.slot === screen.lobby.slot ? withLobby(screen, { missedStart: true }) : screen,
        m.slot,
        droppedWords[m.reason] ?? "",
      );
    case "joined":
      return withEvent(screen, m.slot, "joined the game");
    case "pong":
      return screen;
  }
}

function withChat(screen: Screen, line: ChatLine): Screen {
  return withLobby(screen, { chat: [...screen.lobby.chat.slice(1 - chatKept), line] });
}

/** What became of a player, by the host's reason; other reasons need no words of their own. */
const droppedWords: Readonly<Record<string, string>> = {
  left: "left the game",
  silent: "lost the connection",
  kicked: "was removed by the host",
  "never connected": "did not connect",
  "never live": "did not get into the game",
};

/** The host did nothing of what was asked of it: a notice in the lobby, a line in a game. */
function requestLost(screen: Screen, sent: boolean): Screen {
  if (screen.at === "lobby") return { ...screen, failure: { kind: "requestLost", sent } };
  const text = sent ? "the host has not done that. Try again" : "the host did not hear that: the connection is lost";
  return withChat(screen, { slot: null, name: "doomhost", text, event: true });
}

/** Tells what happened to another player. */
function withEvent(screen: Screen, slot: number, text: string): Screen {
  if (text === "" || slot === screen.lobby.slot) return screen;
  const name = screen.lobby.players.find((p) => p.slot === slot)?.name ?? colors[slot] ?? "";
  return withChat(screen, { slot, name, text, event: true });
}

function withLobby(screen: Screen, change: Partial<LobbyState>): Screen {
  return { ...screen, lobby: { ...screen.lobby, ...change } };
}

function withGame(screen: Screen, change: Partial<GameState>): Screen {
  return screen.at === "game" ? { ...screen, game: { ...screen.game, ...change } } : screen;
}
