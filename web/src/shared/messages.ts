// What the page and the Worker say to each other. The Worker owns sockets,
// clock and engine; the page owns input devices and the DOM, and sees to it that
// picture and sound go their ways.

import type { Action } from "./actions";
import type { AudioNumbers } from "./audiofigures";
import type { Awaited, ScreenAct } from "./generated/engine";
import type { FromHost, Mode, Params, ToHost } from "./lobby";
import type { Past } from "./savegame";

/** A slot of an interrupted session, kept over a reload. */
export interface Ticket {
  readonly slot: number;
  readonly token: string;
}

/** A game for one that the browser keeps. */
export interface StoredGame {
  readonly key: string;
  readonly demo: ArrayBuffer;
}

/** By what the tics travel, as people may read it. */
export type Transport = "WebSocket" | "WebRTC" | "WebRTC, fast";

/** An ICE candidate as it is written on the wire; an empty one is the end of them. */
export interface Candidate {
  readonly candidate: string;
  readonly sdpMid: string | null;
  readonly sdpMLineIndex: number | null;
}

/** What the page is to do with its peer connection. */
export type ToPageRtc =
  | { readonly act: "open"; readonly mode: "ordered" | "fast"; readonly pass: boolean } // pass: on to the Worker, where it can't be given away
  | { readonly act: "answer"; readonly sdp: string }
  | { readonly act: "candidate"; readonly candidate: Candidate }
  | { readonly act: "close" };

/** What becomes of it. */
export type FromPageRtc =
  | { readonly is: "offer"; readonly sdp: string }
  | { readonly is: "candidate"; readonly candidate: Candidate }
  | { readonly is: "channel"; readonly channel: RTCDataChannel | MessagePort }
  | { readonly is: "failed"; readonly reason: string };

export type ToWorker =
  | {
      readonly k: "init";
      readonly wasmUrl: string;
      readonly build: string;
      readonly ticket: Ticket | null;
      readonly debug: boolean;
      readonly channel: string;
    }
  | { readonly k: "rtc"; readonly message: FromPageRtc }
  | { readonly k: "lobby"; readonly message: ToHost }
  | { readonly k: "connect" } // to the lobby at once: after the host sent this page away, or where it does not answer
  | { readonly k: "continueSolo" } // alone, from where the host's game stands
  | { readonly k: "watch" }
  | { readonly k: "solo"; readonly params: Params; readonly past: Past; readonly key: string } // past: of a saved game; key: of the one that it goes on in, empty: it is kept as a new one
  | { readonly k: "save" } // the game for one
  | { readonly k: "listSaves" } // asks for those that the browser kept
  | { readonly k: "demoLoop"; readonly wads: readonly string[] } // the title and the IWAD's demos, for ever
  | { readonly k: "replay"; readonly id: string }
  | { readonly k: "replayFile"; readonly file: File }
  | { readonly k: "readDemo"; readonly file: File } // a demo of any program; the answer is "demo"
  | { readonly k: "replayDemo"; readonly params: Params; readonly overruns: boolean } // that was read last, with these WADs
  | { readonly k: "playback"; readonly play?: boolean; readonly speed?: number; readonly seek?: number } // of a replay
  | { readonly k: "leave" }
  | { readonly k: "key"; readonly action: Action; readonly down: boolean }
  | { readonly k: "releaseKeys" }
  | { readonly k: "desync" } // for tests: bring this engine out of step
  | { readonly k: "mouse"; readonly dx: number; readonly dy: number }
  | { readonly k: "stick"; readonly forward: number; readonly side: number; readonly turn: number }
  | { readonly k: "pause" }
  | { readonly k: "holdSolo"; readonly on: boolean } // a game without others stands still
  | { readonly k: "screenAct"; readonly what: ScreenAct; readonly value: number }
  | { readonly k: "chatText"; readonly text: string } // the whole line as it is typed so far
  | { readonly k: "options"; readonly options: PlayOptions }
  | { readonly k: "view"; readonly slot: number }
  | { readonly k: "framePort"; readonly port: MessagePort } // to who paints, see pictures.ts
  | { readonly k: "audioPort"; readonly port: MessagePort | null } // to the audio thread, see worklet.ts; null: sound goes to the page
  /** What waits in the page to be heard, and should, in seconds; a rate of 0 Hz: nobody listens. */
  | { readonly k: "audioQueue"; readonly rate: number; readonly lead: number; readonly wanted: number };

/** What a player may set, as far as the Worker needs it. */
export interface PlayOptions {
  readonly mouseSpeed: number; // 256 is Doom's middle
  readonly mouseForward: boolean;
  readonly alwaysRun: boolean;
  readonly interpolate: boolean;
  readonly scale: number; // internal resolution: 1 to 8 times 320×200
  readonly fieldOfView: number; // of 320 columns, in degrees
  readonly wide: boolean; // fill a wide screen
  readonly bar: boolean; // the status bar is there
  readonly crosshair: number; // one of crosshair
  readonly figures: number; // one of figures: over the view without a status bar
  readonly calm: number; // percentage of the flashes that is taken away
  readonly messages: boolean;
  readonly aspect: number; // of the space that the picture has
  readonly effects: number; // loudness, 0 to 1
  readonly music: number;
}

/** How the page takes part in a game. */
export type Role = "player" | "spectator" | "solo" | "replay" | "demos";

/** Who has no part in the game that is shown. */
export function isSpectating(role: Role): boolean {
  return role === "spectator" || role === "replay" || role === "demos";
}

/** What is shown has nothing to do with the host's game. */
export function isOffline(role: Role): boolean {
  return role === "solo" || role === "replay" || role === "demos";
}

/** What a demo's file says of itself. */
export interface DemoFacts {
  readonly program: string; // that recorded it
  readonly note: string; // what to expect of it; empty: nothing but what was recorded
  readonly trailer: Uint8Array<ArrayBuffer>; // what stands behind its end
  readonly tics: number;
  readonly skill: number; // 1 to 5
  readonly episode: number;
  readonly map: number;
  readonly mode: Mode;
  readonly respawn: boolean;
  readonly fast: boolean;
  readonly nomonsters: boolean;
  readonly console: number; // the player whose screen was recorded
  readonly slots: readonly number[];
  readonly netGame: boolean;
  readonly truncated: boolean; // it has no end marker
}

/** Where a replay stands. */
export interface ReplayState {
  readonly tic: number;
  readonly tics: number; // in all
  readonly playing: boolean;
  readonly speed: number; // 1 is life
  readonly seeking: boolean;
  readonly waiting: boolean; // for what comes next to arrive
  readonly early: boolean; // it ends before what was recorded did
}

export interface NetStats {
  readonly transport: Transport | null; // null: alone
  readonly rtt: number; // ms
  readonly jitter: number;
  readonly delay: number; // ms from a ticcmd to its bundle
  readonly ahead: number; // ticcmds on the way
  readonly late: number; // own tics that the relay made up
  readonly filled: readonly number[]; // for each slot: tics made up in the last second
  readonly rate: number; // tics a second
  readonly gap: number; // ms, the longest between two bundles in the last second
  readonly stalls: number; // gaps of over a quarter of a second so far
  readonly inGame: number; // mask
}

/** Why something did not work; the page has the words. */
export type Failure =
  | { readonly kind: "engine"; readonly detail: string }
  | { readonly kind: "wads"; readonly detail: string }
  | { readonly kind: "wadDamaged"; readonly name: string }
  | { readonly kind: "content"; readonly detail: string }
  | { readonly kind: "host"; readonly what: string; readonly status: number } // it has not what was asked for
  | { readonly kind: "file"; readonly name: string; readonly detail: string } // that was opened by hand
  | { readonly kind: "refused"; readonly code: number; readonly detail: string }
  | { readonly kind: "requestLost"; readonly sent: boolean } // what was asked of the host did not reach it, or nothing came of it
  | { readonly kind: "ended" }
  | { readonly kind: "kicked"; readonly detail: string };

/** The lobby's connection; away: the host sent this page away, and it stays so. */
export type LinkState = "connecting" | "open" | "lost" | "away";

/** The host does not answer. */
export interface HostUnreachable {
  readonly wasConnected: boolean; // this page had its lobby before
  readonly ended: boolean; // it said so before
  readonly retryFor: number; // ms for which it is tried still; 0: it is not any more
}

/** The game's own connection is lost. */
export interface ChannelLost {
  readonly retryFor: number; // ms for which it is tried still; 0: it is not any more
}

/** What a game that gets ready is waiting for; savedGame is played again, recording is the head of one. */
export type LoadStep = "engine" | "wad" | "level" | "snapshot" | "catchUp" | "savedGame" | "recording";

export type FromWorker =
  | { readonly k: "lobbyLink"; readonly state: LinkState; readonly retryIn: number }
  | { readonly k: "hostUnreachable"; readonly unreachable: HostUnreachable } // whenever an attempt failed
  | { readonly k: "lobby"; readonly message: FromHost }
  | { readonly k: "hostBusy"; readonly on: boolean } // the host has no room for a request, which waits for over a second
  | { readonly k: "load"; readonly step: LoadStep; readonly done: number; readonly total: number }
  | { readonly k: "prefetch"; readonly failure: Failure | null } // what the lobby's settings need does not come, or comes again
  | { readonly k: "ticket"; readonly ticket: Ticket | null }
  | {
      readonly k: "playing";
      readonly role: Role;
      readonly slot: number;
      readonly names: readonly string[];
      readonly palettes: ArrayBuffer;
    }
  | {
      readonly k: "tics";
      readonly first: number;
      readonly hashes: readonly string[];
      readonly millis: number;
      readonly players: readonly PlayerFacts[];
      readonly game: GameFacts;
    }
  | { readonly k: "inconsistent"; readonly tic: number; readonly mask: number }
  | { readonly k: "resync"; readonly on: boolean } // the host's state is being taken
  | { readonly k: "resynced" }
  | { readonly k: "filled"; readonly slots: number } // mask: for whom the host has made up what they do for over a second
  | { readonly k: "saved"; readonly demo: ArrayBuffer }
  | { readonly k: "saves"; readonly games: readonly StoredGame[] } // the last played first
  | { readonly k: "playback"; readonly state: ReplayState }
  | { readonly k: "demoRead"; readonly name: string; readonly facts: DemoFacts | null; readonly refused: string } // null: refused, in words
  | { readonly k: "demoLoopPart"; readonly part: number } // of the demo loop: the title is 0
  | { readonly k: "netStats"; readonly stats: NetStats }
  | { readonly k: "rtc"; readonly message: ToPageRtc }
  | { readonly k: "channelLost"; readonly lost: ChannelLost | null }
  | { readonly k: "hostSilent"; readonly on: boolean } // no bundles come, though the connection is there
  | { readonly k: "saveRefused" } // the browser does not take the game for one
  | { readonly k: "requestLost"; readonly sent: boolean } // as the failure of that name
  | { readonly k: "idle" } // the answer to leave: what came before it is of what was left
  | { readonly k: "audio"; readonly buffer: ArrayBuffer; readonly mixedAt: number } // ms, as Date counts
  | { readonly k: "audioStats"; readonly figures: AudioNumbers } // of the worklet
  | { readonly k: "gameEnded"; readonly failure: Failure };

/** A few facts of a player, for the debug object. */
export interface PlayerFacts {
  readonly inGame: boolean;
  readonly health: number;
  readonly x: number;
  readonly y: number;
  readonly angle: number; // degrees
}

/** A few facts of the game. */
export interface GameFacts {
  readonly phase: number; // 0 level, 1 intermission, 2 finale
  readonly episode: number;
  readonly map: number;
  readonly paused: boolean;
  readonly awaits: Awaited; // any player's attack or use, or to be left, outside of a level
}
