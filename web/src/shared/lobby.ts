// The lobby's messages as TypeScript sees them. What comes from the host is
// read with care: a field that is missing or of another type becomes a
// harmless default, an unknown message becomes null.

export const modes = ["coop", "deathmatch", "altdeath"] as const;
export type Mode = (typeof modes)[number];

export interface Params {
  readonly wad: string; // file name or id
  readonly wadId: string; // SHA-256; the host fills it in
  readonly pwads: readonly string[]; // ids, loaded over it in this order
  readonly episode: number;
  readonly map: number;
  readonly skill: number; // 1 to 5
  readonly mode: Mode;
  readonly nomonsters: boolean;
  readonly fast: boolean;
  readonly respawn: boolean;
  readonly timer: number; // minutes, 0: none
}

export interface Seat {
  readonly slot: number;
  readonly color: string;
  readonly name: string;
  readonly ready: boolean;
  /** How far the data is that the player needs, in bytes; null: all of it is there, or nothing was said. */
  readonly progress?: Progress | null;
}

export interface Progress {
  readonly have: number;
  readonly total: number;
}

export interface Launch {
  readonly params: Params;
  readonly slots: readonly number[];
  readonly names: readonly string[];
  readonly token: string;
  readonly join: boolean; // a drop-in
  readonly resume: boolean; // a seat that was this player's before
  readonly frontier: number; // the first tic that is not sealed yet
}

export type FromHost =
  | {
      readonly t: "welcome";
      readonly slot: number;
      readonly color: string;
      readonly token: string;
      readonly host: boolean;
      readonly signal: boolean;
    }
  | {
      readonly t: "roster";
      readonly players: readonly Seat[];
      readonly freeSlots: readonly number[];
      readonly params: Params;
      readonly inGame: boolean;
    }
  | {
      readonly t: "inprogress";
      readonly params: Params;
      readonly frontier: number;
      readonly players: readonly Seat[];
      readonly freeSlots: readonly number[];
    }
  | { readonly t: "countdown"; readonly n: number }
  | ({ readonly t: "launch" } & Launch)
  | { readonly t: "pong"; readonly t0: number }
  | { readonly t: "full"; readonly reason: string }
  | { readonly t: "error"; readonly reason: string }
  | {
      readonly t: "chat";
      readonly slot: number | null;
      readonly name: string;
      readonly text: string;
      readonly past: boolean;
    }
  | { readonly t: "host" }
  | { readonly t: "dropped"; readonly slot: number; readonly reason: string }
  | { readonly t: "waiting"; readonly slots: readonly number[]; readonly millis: number } // for whom tic 0 waits, and how long at most
  | { readonly t: "joined"; readonly slot: number; readonly tic: number }
  | { readonly t: "ended"; readonly reason: string; readonly closing?: boolean } // closing: the host itself ends
  | { readonly t: "desync"; readonly tic: number; readonly slots: readonly number[] };

export type ToHost =
  | { readonly t: "name"; readonly name: string }
  | { readonly t: "slot"; readonly slot: number }
  | { readonly t: "params"; readonly params: Partial<Params> }
  | { readonly t: "start"; readonly anyway?: true } // anyway: by right of the host, though the map may not be playable to its end
  | { readonly t: "resume"; readonly slot: number; readonly token: string }
  | { readonly t: "host"; readonly token: string }
  | { readonly t: "kick"; readonly slot: number }
  | { readonly t: "stop" }
  | { readonly t: "begin" } // without those for whom tic 0 waits
  | ({ readonly t: "progress" } & Progress)
  | { readonly t: "leave" }
  | { readonly t: "ready"; readonly ready: boolean }
  | { readonly t: "ping"; readonly t0: number }
  | { readonly t: "join"; readonly slot?: number; readonly name?: string }
  | { readonly t: "chat"; readonly text: string }
  | { readonly t: "hash"; readonly tic: number; readonly hash: string };

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

/** The colors of the four slots, as the game draws them. */
export const colors = ["Green", "Indigo", "Brown", "Red"] as const;

export function parseFromHost(text: string): FromHost | null {
  let m: unknown;
  try {
    m = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(m)) return null;
  switch (m.t) {
    case "welcome":
      return {
        t: "welcome",
        slot: int(m.slot),
        color: str(m.color),
        token: str(m.token),
        host: m.host === true,
        signal: m.signal === true,
      };
    case "roster":
      return {
        t: "roster",
        players: list(m.players, seat),
        freeSlots: list(m.freeSlots, int),
        params: params(m.params),
        inGame: m.inGame === true,
      };
    case "inprogress":
      return {
        t: "inprogress",
        params: params(m.params),
        frontier: int(m.frontier),
        players: list(m.players, seat),
        freeSlots: list(m.freeSlots, int),
      };
    case "countdown":
      return { t: "countdown", n: int(m.n) };
    case "launch":
      return {
        t: "launch",
        params: params(m.params),
        slots: list(m.slots, int),
        names: list(m.names, str),
        token: str(m.token),
        join: m.join === true,
        resume: m.resume === true,
        frontier: int(m.frontier),
      };
    case "pong":
      return { t: "pong", t0: num(m.t0) };
    case "full":
      return { t: "full", reason: str(m.reason) };
    case "error":
      return { t: "error", reason: str(m.reason) };
    case "chat":
      return {
        t: "chat",
        slot: typeof m.slot === "number" ? int(m.slot) : null,
        name: str(m.name),
        text: str(m.text),
        past: m.past === true,
      };
    case "host":
      return { t: "host" };
    case "dropped":
      return { t: "dropped", slot: int(m.slot), reason: str(m.reason) };
    case "waiting":
      return { t: "waiting", slots: list(m.slots, int), millis: int(m.millis) };
    case "joined":
      return { t: "joined", slot: int(m.slot), tic: int(m.tic) };
    case "ended":
      return { t: "ended", reason: str(m.reason), closing: m.closing === true };
    case "desync":
      return { t: "desync", tic: int(m.tic), slots: list(m.slots, int) };
    default:
      return null;
  }
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
  const s = isRecord(v) ? v : {};
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
  const [have, total] = [int(v.have), int(v.total)];
  return have >= 0 && have < total ? { have, total } : null;
}

export function params(v: unknown): Params {
  const p = isRecord(v) ? v : {};
  const mode = modes.find((m) => m === p.mode) ?? "coop";
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
