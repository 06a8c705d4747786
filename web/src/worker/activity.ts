// The Worker's activities besides the lobby.

import type { Channel, Seat } from "./channel";
import type { DemoLoop } from "./demos";
import type { Engine } from "./engine";
import type { Game } from "./game";
import type { Recording } from "./recording";
import type { ReplayFeed } from "./replay";
import type { ReplaySource } from "./replaysource";
import type { Launch, Params, Seat as LobbySeat } from "../shared/lobby";
import type { Role, Ticket, Failure } from "../shared/messages";
import type { Past } from "../shared/savegame";
import { closeCode, ticcmdBytes } from "../shared/wire";

/** What the Worker is doing besides the lobby. */
export type Activity =
  | { readonly at: "idle" }
  | { readonly at: "loading"; readonly role: Role } // compared by identity, to see whether it is still wanted
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

/** A running game. */
export type Playing = Extract<Activity, { readonly at: "playing" }>;

/** What the Worker needs to enter a game. */
export interface Entry {
  readonly role: Role;
  readonly params: Params;
  readonly slot: number; // console; for spectators the first slot in the game
  readonly slots: readonly number[];
  readonly names: readonly string[];
  readonly seat: Seat;
  readonly frontier: number;
  readonly replay?: ReplaySource;
  readonly demo?: { readonly netGame: boolean; readonly console: number; readonly overruns: boolean }; // foreign demo
  readonly saved?: { readonly past: Past; readonly key: string }; // of a game for one: ticcmds to replay, storage key
}

/** The entry of a player in a game that the host launched. */
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

/** The entry of a recording. */
export function shown(replay: ReplaySource): Entry {
  const { params, slots, names } = replay.head;
  return { role: "replay", params, slot: slots[0] ?? 0, slots, names, seat: null, frontier: 0, replay };
}

/** The entry of a game for one: from its beginning, or continued from the ticcmds of a saved one. */
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
export function whyClosed(code: number, reason: string): Failure {
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

/** The entry of a spectator of the host's game. */
export function spectating(params: Params, players: readonly LobbySeat[], frontier: number): Entry {
  const names = ["", "", "", ""];
  for (const p of players) names[p.slot] = p.name;
  const slots = players.map((p) => p.slot);
  return { role: "spectator", params, slot: slots[0] ?? 0, slots, names, seat: null, frontier };
}

// Replaying this many tics takes less time than fetching a snapshot.
const replayedTics = 350;

/**
 * Whether to begin with the host's snapshot. A spectator always tries: a client that left the game,
 * or sat in the lobby when it began, has no frontier or an old one. If there is no snapshot, the
 * history is short.
 */
export function wantsSnapshot(entry: Entry): boolean {
  return entry.role === "spectator" || (entry.role === "player" && entry.frontier > replayedTics);
}
