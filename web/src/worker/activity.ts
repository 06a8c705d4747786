// What the Worker does besides the lobby.

import type { Channel, Seat } from "./channel";
import type { DemoLoop } from "./demos";
import type { Engine } from "./engine";
import type { Game } from "./game";
import type { Recording } from "./recording";
import type { ReplayFeed } from "./replay";
import type { ReplaySource } from "./replaysource";
import type { Launch, Params, Seat as LobbySeat } from "../shared/lobby";
import type { Role, Ticket, Trouble } from "../shared/messages";
import type { Past } from "../shared/savegame";
import { closeCode, ticcmdBytes } from "../shared/wire";

/** What the Worker is busy with besides the lobby. */
export type Activity =
  | { readonly at: "idle" }
  | { readonly at: "loading"; readonly role: Role } // its identity says whether it is still wanted
  | {
      readonly at: "playing";
      readonly role: Role;
      readonly entry: Entry;
      readonly game: Game;
      readonly engine: Engine;
      readonly channel: Channel | null;
      readonly feed: ReplayFeed | null;
      readonly recording: Recording | null;
    }
  | { readonly at: "showing"; readonly loop: DemoLoop; readonly engine: Engine };

/** A game that runs. */
export type Playing = Extract<Activity, { readonly at: "playing" }>;

/** A game to be entered. */
export interface Entry {
  readonly role: Role;
  readonly params: Params;
  readonly slot: number; // console; for spectators the first one in the game
  readonly slots: readonly number[];
  readonly names: readonly string[];
  readonly seat: Seat;
  readonly frontier: number;
  readonly replay?: ReplaySource;
  readonly demo?: { readonly netGame: boolean; readonly console: number; readonly overruns: boolean }; // another program's game
  readonly saved?: { readonly past: Past; readonly key: string }; // of a game for one: what is played again before the player goes on, and where it is kept
}

/** What a player enters whom the host launched. */
export function playing(m: Launch, seat: Ticket): Entry {
  return {
    role: "player",
    params: m.params,
    slot: seat.slot,
    slots: m.slots,
    names: m.names,
    seat,
    frontier: m.join || m.resume ? m.frontier : 0,
  };
}

/** A recording that is shown. */
export function shown(replay: ReplaySource): Entry {
  const { params, slots, names } = replay.head;
  return { role: "replay", params, slot: slots[0] ?? 0, slots, names, seat: null, frontier: 0, replay };
}

/** A game for one: from its beginning, or on from the ticcmds of a saved one. */
export function alone(params: Params, past: Past, key: string): Entry {
  const saved = { past, key };
  return {
    role: "solo",
    params,
    slot: 0,
    slots: [0],
    names: ["", "", "", ""],
    seat: null,
    frontier: past.input.length / ticcmdBytes,
    saved,
  };
}

/** Why the host closed a game's channel for good. */
export function whyClosed(code: number, reason: string): Trouble {
  switch (code) {
    case closeCode.normal:
    case closeCode.noSlot:
      return { kind: "ended" };
    case closeCode.kicked:
      return { kind: "kicked", detail: reason };
    default:
      return { kind: "refused", code, detail: reason };
  }
}

/** What a spectator of the host's game enters. */
export function spectating(params: Params, players: readonly LobbySeat[], frontier: number): Entry {
  const names = ["", "", "", ""];
  for (const p of players) names[p.slot] = p.name;
  const slots = players.map((p) => p.slot);
  return { role: "spectator", params, slot: slots[0] ?? 0, slots, names, seat: null, frontier };
}

// So many tics are sooner replayed than a snapshot is fetched.
const replayedTics = 350;

/**
 * Whether to begin with the host's snapshot. A spectator always tries: who left
 * the game, or sat in the lobby when it began, knows no frontier or an old one,
 * and where there is no snapshot the history is short.
 */
export function wantsSnapshot(entry: Entry): boolean {
  return entry.role === "spectator" || (entry.role === "player" && entry.frontier > replayedTics);
}
