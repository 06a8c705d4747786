// The games on the network, as the host lists them. Names come from strangers:
// they are shown as text and lead to addresses of http only.

import type { Listed, SelfTest } from "./generated/api";
import { fields, int, isRecord, list, str } from "./lobby";

export interface Game extends Pick<
  Listed,
  "id" | "name" | "url" | "map" | "mode" | "players" | "maxPlayers" | "ping" | "self" // ping: milliseconds, from the host
> {
  readonly state: "lobby" | "countdown" | "game";
}

export type { SelfTest };

export function parseGames(v: unknown): Game[] {
  const o = isRecord(v) ? v : {};
  return list(o.games, parseGame).filter((g): g is Game => g !== null);
}

export function parseGame(v: unknown): Game | null {
  if (!isRecord(v)) return null;
  const o = fields<Listed>(v);
  const url = httpAddress(str(o.url));
  if (url === null) return null;
  const state = str(o.state);
  const ping = Number(o.ping);
  return {
    id: str(o.id),
    name: str(o.name) || "doomhost",
    url,
    map: str(o.map),
    mode: str(o.mode),
    state: state === "game" || state === "countdown" ? state : "lobby",
    players: int(o.players),
    maxPlayers: int(o.maxPlayers),
    ping: Number.isFinite(ping) ? ping : 0,
    self: o.self === true,
  };
}

export function parseSelfTest(v: unknown): SelfTest {
  const o = fields<SelfTest>(v);
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
