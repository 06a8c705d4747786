// The screen's state: one union, changed in one place. Nothing here touches the
// DOM or the Worker.

import type { FromHost, Params, Seat } from "../shared/lobby";
import type { FromWorker, LoadStep, NetStats, ReplayState, Role, Trouble } from "../shared/messages";

export interface ChatLine {
  readonly slot: number | null;
  readonly name: string;
  readonly text: string;
}

/** What is known of the lobby; it goes on while a game runs. */
export interface LobbyState {
  readonly link: "connecting" | "open" | "lost";
  /** The own seat, null for onlookers. */
  readonly slot: number | null;
  readonly host: boolean;
  readonly players: readonly Seat[];
  readonly freeSlots: readonly number[];
  readonly params: Params | null;
  readonly countdown: number;
  /** A game runs, and this page is not in it. */
  readonly running: boolean;
  /** Why there is no seat; empty where that was not said. */
  readonly full: string;
  readonly error: string;
  readonly chat: readonly ChatLine[];
  /** How far the WAD is that the lobby's settings need; 1 is there. */
  readonly fetched: number;
}

export type Screen =
  | { readonly at: "lobby"; readonly lobby: LobbyState; readonly trouble: Trouble | null }
  | { readonly at: "loading"; readonly lobby: LobbyState; readonly step: LoadStep; readonly done: number; readonly total: number }
  | { readonly at: "game"; readonly lobby: LobbyState; readonly game: GameState };

export interface GameState {
  readonly role: Role;
  readonly slot: number; // whose eyes it is seen through
  readonly names: readonly string[];
  readonly menu: boolean;
  readonly typing: boolean; // a chat line is being written
  readonly connected: boolean;
  readonly outOfStep: boolean;
  readonly net: NetStats | null;
  readonly replay: ReplayState | null;
}

export type PageEvent =
  | FromWorker
  | { readonly k: "menu"; readonly open: boolean }
  | { readonly k: "typing"; readonly open: boolean }
  | { readonly k: "viewed"; readonly slot: number }
  | { readonly k: "enter" } // the player chose to play alone or to watch
  | { readonly k: "left" }
  | { readonly k: "dismiss" };

const chatKept = 100;

export const firstScreen: Extract<Screen, { at: "lobby" }> = {
  at: "lobby",
  trouble: null,
  lobby: {
    link: "connecting",
    slot: null,
    host: false,
    players: [],
    freeSlots: [],
    params: null,
    countdown: 0,
    running: false,
    full: "",
    error: "",
    chat: [],
    fetched: 0,
  },
};

export function reduce(screen: Screen, e: PageEvent): Screen {
  switch (e.k) {
    case "link":
      // A new connection begins without a seat.
      return withLobby(screen, e.state === "lost" ? { link: e.state, countdown: 0 } : { link: e.state });
    case "lobby":
      return fromHost(screen, e.message);
    case "load":
      return load(screen, e.step, e.done, e.total);
    case "enter":
      return { at: "loading", lobby: screen.lobby, step: "engine", done: 0, total: 1 };
    case "playing":
      return {
        at: "game",
        lobby: { ...screen.lobby, countdown: 0, fetched: 1 },
        game: { role: e.role, slot: e.slot, names: e.names, menu: false, typing: false, connected: true, outOfStep: false, net: null, replay: null },
      };
    case "channel":
      return withGame(screen, { connected: e.state === "open" });
    case "net":
      return withGame(screen, { net: e.stats });
    case "healed":
      return withGame(screen, { outOfStep: false });
    case "tape":
      return withGame(screen, { replay: e.state });
    case "menu":
      return withGame(screen, { menu: e.open, typing: false });
    case "typing":
      return withGame(screen, { typing: e.open });
    case "viewed":
      return withGame(screen, { slot: e.slot });
    case "over":
      return { at: "lobby", lobby: screen.lobby, trouble: e.trouble };
    case "left":
      return { at: "lobby", lobby: screen.lobby, trouble: null };
    case "dismiss":
      return screen.at === "lobby" ? { ...screen, trouble: null } : screen;
    case "ticket":
    case "rtc":
    case "sounding":
    case "tics":
    case "saved":
    case "kept":
    case "pcm":
    case "piece":
    case "inconsistent": // the host knows who is out of step, and says so
      return screen; // not the screen's business
  }
}

function load(screen: Screen, step: LoadStep, done: number, total: number): Screen {
  const fetched = step === "wad" ? (total > 0 ? done / total : 0) : step === "engine" ? screen.lobby.fetched : 1;
  const lobby = { ...screen.lobby, fetched };
  switch (screen.at) {
    case "loading":
      return { at: "loading", lobby, step, done, total };
    case "lobby":
      // Loading ahead shows in a corner of the lobby.
      return step === "catchUp" ? { at: "loading", lobby, step, done, total } : { ...screen, lobby };
    case "game":
      return { ...screen, lobby };
  }
}

function fromHost(screen: Screen, m: FromHost): Screen {
  switch (m.t) {
    case "welcome":
      return withLobby(screen, { slot: m.slot, host: screen.lobby.host || m.host, running: false, full: "", error: "" });
    case "roster": {
      const mine = m.players.some((p) => p.slot === screen.lobby.slot);
      return withLobby(screen, {
        players: m.players,
        freeSlots: m.freeSlots,
        params: m.params,
        slot: mine ? screen.lobby.slot : null,
        running: m.inGame && screen.at === "lobby",
        countdown: m.inGame ? 0 : screen.lobby.countdown,
      });
    }
    case "inprogress":
      return withLobby(screen, { slot: null, players: m.players, freeSlots: m.freeSlots, params: m.params, running: true, full: "" });
    case "countdown":
      return withLobby(screen, { countdown: m.n, error: "" });
    case "launch": {
      const lobby = { ...screen.lobby, countdown: 0, running: false, params: m.params };
      if (screen.at === "game" && screen.game.role === "player") return { ...screen, lobby };
      return { at: "loading", lobby, step: "engine", done: 0, total: 1 };
    }
    case "full":
      return withLobby(screen, { slot: null, full: m.reason || "All four seats are taken." });
    case "error":
      return withLobby(screen, { error: m.reason, countdown: 0 });
    case "host":
      return withLobby(screen, { host: true });
    case "ended":
      return withLobby(screen, { running: false });
    case "chat":
      return withLobby(screen, { chat: [...screen.lobby.chat.slice(1 - chatKept), { slot: m.slot, name: m.name, text: m.text }] });
    case "desync":
      return withGame(screen, { outOfStep: screen.lobby.slot !== null && m.slots.includes(screen.lobby.slot) });
    case "dropped":
    case "joined":
      return screen; // the roster and the net graph show it
    case "pong":
      return screen;
  }
}

function withLobby(screen: Screen, change: Partial<LobbyState>): Screen {
  return { ...screen, lobby: { ...screen.lobby, ...change } };
}

function withGame(screen: Screen, change: Partial<GameState>): Screen {
  return screen.at === "game" ? { ...screen, game: { ...screen.game, ...change } } : screen;
}
