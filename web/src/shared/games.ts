// The games on the network, as the host lists them. Names come from strangers:
// they are shown as text and lead to addresses of http only.

import { int, isRecord, list, str } from "./lobby";

export interface Game {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly map: string;
  readonly mode: string;
  readonly state: "lobby" | "countdown" | "game";
  readonly players: number;
  readonly maxPlayers: number;
  readonly ping: number; // milliseconds, from the host
  readonly self: boolean;
}

export interface SelfTest {
  readonly ok: boolean;
  readonly line: string;
  readonly advice: string;
}

export function parseGames(v: unknown): Game[] {
  const o = isRecord(v) ? v : {};
  return list(o.games, parseGame).filter((g): g is Game => g !== null);
}

export function parseGame(v: unknown): Game | null {
  if (!isRecord(v)) return null;
  const url = httpAddress(str(v.url));
  if (url === null) return null;
  const state = str(v.state);
  const ping = Number(v.ping);
  return {
    id: str(v.id),
    name: str(v.name) || "doomhost",
    url,
    map: str(v.map),
    mode: str(v.mode),
    state: state === "game" || state === "countdown" ? state : "lobby",
    players: int(v.players),
    maxPlayers: int(v.maxPlayers),
    ping: Number.isFinite(ping) ? ping : 0,
    self: v.self === true,
  };
}

export function parseSelfTest(v: unknown): SelfTest {
  const o = isRecord(v) ? v : {};
  return { ok: o.ok === true, line: str(o.line), advice: str(o.advice) };
}

/** The address of a page over http, or null where it is none. */
export function httpAddress(text: string): string | null {
  try {
    const url = new URL(text);
    return url.protocol === "http:" && url.username === "" && url.password === "" ? url.href : null;
  } catch {
    return null;
  }
}
