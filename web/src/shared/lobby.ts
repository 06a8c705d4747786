// The lobby's messages as TypeScript sees them. What comes from the host is
// read with care: a field that is missing or of another type becomes a
// harmless default, an unknown message becomes null. Which messages and fields
// there are is generated from the host's declarations; what is read here of an
// unknown name does not compile, nor does a message that nobody reads.

import { modes, type Mode, type Replies, type Requests } from "./generated/lobby";
import type * as host from "./generated/lobby";

export { colors, modes, type Mode } from "./generated/lobby";

/** T with some fields of another type, as they are once they were read. */
type With<T, Fields> = Omit<T, keyof Fields> & Fields;

export type Params = Required<host.Params>;
export type Progress = host.Progress;

export interface Seat extends Omit<host.Player, "progress"> {
  /** How far the data is that the player needs, in bytes; null: all of it is there, or nothing was said. */
  readonly progress?: Progress | null;
}

interface Players {
  readonly players: readonly Seat[];
  readonly params: Params;
}

/** Of a game that starts, or that goes on and is come to. */
export type Launch = With<Required<Omit<host.Launch, "numplayers">>, { readonly params: Params }>;

/** The messages that are not simply complete once they were read. */
interface Special {
  readonly roster: With<host.Roster, Players>;
  readonly inprogress: With<host.InProgress, Players>;
  readonly launch: Launch;
  readonly pong: { readonly t0: number };
  readonly chat: With<Required<host.Chat>, { readonly slot: number | null }>;
  readonly ended: host.Ended;
}

type Messages = { readonly [T in keyof Replies]: T extends keyof Special ? Special[T] : Required<Replies[T]> };

export type FromHost = { readonly [T in keyof Replies]: { readonly t: T } & Messages[T] }[keyof Replies];

/** A message to the host. */
export type ToHost = { readonly [T in keyof Requests]: { readonly t: T } & Requests[T] }[keyof Requests];

export const defaultParams: Params = {
  wad: "",
  wadId: "",
  pwads: [],
  episode: 1,
  map: 1,
  skill: 3,
  mode: "coop",
  nomonsters: false,
  fast: false,
  respawn: false,
  timer: 0,
};

/** A record of the host's before its fields were read. */
export type Unread<T> = { readonly [F in keyof T]?: unknown };

/** The record's fields; none where v is no record. */
export function fields<T>(v: unknown): Unread<T> {
  return isRecord(v) ? (v as Unread<T>) : {};
}

const readers: { readonly [T in keyof Replies]: (m: Unread<Replies[T]>) => Messages[T] } = {
  welcome: (m) => ({
    slot: int(m.slot),
    color: str(m.color),
    token: str(m.token),
    host: m.host === true,
    signal: m.signal === true,
  }),
  roster: (m) => ({
    players: list(m.players, seat),
    freeSlots: list(m.freeSlots, int),
    params: params(m.params),
    inGame: m.inGame === true,
  }),
  inprogress: (m) => ({
    params: params(m.params),
    frontier: int(m.frontier),
    players: list(m.players, seat),
    freeSlots: list(m.freeSlots, int),
  }),
  countdown: (m) => ({ n: int(m.n) }),
  launch: (m) => ({
    params: params(m.params),
    slots: list(m.slots, int),
    names: list(m.names, str),
    token: str(m.token),
    join: m.join === true,
    resume: m.resume === true,
    frontier: int(m.frontier),
  }),
  pong: (m) => ({ t0: num(m.t0) }),
  full: (m) => ({ reason: str(m.reason) }),
  error: (m) => ({ reason: str(m.reason) }),
  chat: (m) => ({
    slot: typeof m.slot === "number" ? int(m.slot) : null,
    name: str(m.name),
    text: str(m.text),
    past: m.past === true,
  }),
  host: () => ({}),
  dropped: (m) => ({ slot: int(m.slot), reason: str(m.reason) }),
  waiting: (m) => ({ slots: list(m.slots, int), millis: int(m.millis) }),
  joined: (m) => ({ slot: int(m.slot), tic: int(m.tic) }),
  ended: (m) => ({ reason: str(m.reason), closing: m.closing === true }),
  desync: (m) => ({ tic: int(m.tic), slots: list(m.slots, int) }),
};

export function parseFromHost(text: string): FromHost | null {
  let m: unknown;
  try {
    m = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(m) || typeof m.t !== "string" || !Object.hasOwn(readers, m.t)) return null;
  const t = m.t as keyof Replies;
  return { t, ...readers[t](m) } as FromHost;
}

type Json = Record<string, unknown>;

export function isRecord(v: unknown): v is Json {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

export function num(v: unknown): number {
  return typeof v === "number" && Number.isFinite(v) ? v : 0;
}

export function int(v: unknown): number {
  return Math.trunc(num(v));
}

export function str(v: unknown): string {
  return typeof v === "string" ? v : "";
}

export function list<T>(v: unknown, item: (v: unknown) => T): T[] {
  return Array.isArray(v) ? v.map(item) : [];
}

function seat(v: unknown): Seat {
  const s = fields<host.Player>(v);
  return {
    slot: int(s.slot),
    color: str(s.color),
    name: str(s.name),
    ready: s.ready === true,
    progress: progress(s.progress),
  };
}

function progress(v: unknown): Progress | null {
  if (!isRecord(v)) return null;
  const p = fields<Progress>(v);
  const [have, total] = [int(p.have), int(p.total)];
  return have >= 0 && have < total ? { have, total } : null;
}

export function params(v: unknown): Params {
  const p = fields<host.Params>(v);
  const mode: Mode = modes.find((m) => m === p.mode) ?? "coop";
  return {
    wad: str(p.wad),
    wadId: str(p.wadId),
    pwads: list(p.pwads, str),
    episode: Math.max(1, int(p.episode)),
    map: Math.max(1, int(p.map)),
    skill: Math.min(5, Math.max(1, int(p.skill) || 3)),
    mode,
    nomonsters: p.nomonsters === true,
    fast: p.fast === true,
    respawn: p.respawn === true,
    timer: Math.max(0, int(p.timer)),
  };
}
