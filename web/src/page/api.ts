// What the host tells over HTTP.

import { httpRequest, workMillis } from "./http";
import { int, isRecord, list, str, type Params } from "../shared/lobby";

export interface HostInfo {
  readonly name: string;
  readonly version: string;
  readonly addresses: readonly string[]; // full, that others can reach; the best first
  readonly wads: string; // another one when the list of WADs is another one
}

export async function fetchInfo(): Promise<HostInfo> {
  const v = await callApi("/api/info");
  const o = isRecord(v) ? v : {};
  const port = int(o.port);
  const addresses = list(o.addresses, str)
    .filter((a) => a !== "")
    .map((a) => fullAddress(a, port));
  return { name: str(o.name) || "doomhost", version: str(o.version), addresses, wads: str(o.wads) };
}

/** Ends the doomhost that serves this page, by right of the host's token. */
export async function quitHost(token: string): Promise<void> {
  const { ok, status } = await httpRequest("/api/control/quit", { method: "POST", ...bearer(token) });
  if (!ok) throw new Error(`the host answered ${status} when asked to end`);
}

/** The engine that the host serves now. Another one than the page's: the host was updated. */
export async function fetchEngineId(): Promise<string> {
  const v = await callApi("/manifest.json");
  return isRecord(v) ? str(v.engine) : "";
}

/** What the host found when it tried a choice, in sentences. */
export interface Check {
  readonly error: string; // why it cannot be played; empty where it can
  readonly needs: readonly string[]; // without which the map may not be playable to its end
  readonly notes: readonly string[]; // whatever else it is played without
}

function checkQuery(params: Params): string {
  return new URLSearchParams({
    wad: params.wadId,
    pwads: params.pwads.join(","),
    episode: String(params.episode),
    map: String(params.map),
  }).toString();
}

/** A map that an add-on brings, and what it lacks. */
export interface MapLack {
  readonly map: string;
  readonly needs: readonly string[];
}

/** Those of the maps of the add-ons that lack something: a game comes to them. */
export async function fetchMapChecks(params: Params): Promise<MapLack[]> {
  const v = await callApi(`/api/check/maps?${checkQuery(params)}`, {}, workMillis);
  return list(isRecord(v) ? v.maps : null, (m): MapLack => {
    const o = isRecord(m) ? m : {};
    return { map: str(o.map), needs: list(o.needs, str) };
  }).filter((m) => m.map !== "");
}

export async function fetchCheck(params: Params): Promise<Check> {
  const v = await callApi(`/api/check?${checkQuery(params)}`, {}, workMillis);
  const o = isRecord(v) ? v : {};
  return { error: str(o.error), needs: list(o.needs, str), notes: list(o.notes, str) };
}

/** What is said where the host cannot be reached. */
export const noAnswer = "the host does not answer: check that doomhost still runs there, then try again";

/** By right of the host's token. */
export function bearer(token: string): RequestInit {
  return { headers: { Authorization: `Bearer ${token}` } };
}

/** Asks the host over HTTP. An error has the reason that the host gives. */
export async function callApi(path: string, init: RequestInit = {}, limit?: number): Promise<unknown> {
  const { ok, status, value } = await httpRequest(path, init, limit);
  if (!ok) throw new Error((isRecord(value) ? str(value.error) : "") || `the host answered ${status} for ${path}`);
  if (value === null) throw new Error(`the host's answer for ${path} cannot be read`);
  return value;
}

/** An address as a person types it, whether the host gave a URL, or a bare one. */
function fullAddress(address: string, port: number): string {
  if (/^https?:\/\//.test(address)) return address.replace(/\/$/, "");
  const host = address.includes(":") && !address.startsWith("[") ? `[${address}]` : address;
  return `http://${host}${port > 0 ? `:${port}` : ""}`;
}

/** A recorded game in the host's list. */
export interface Recorded {
  readonly id: string;
  readonly started: string; // a time that Date reads
  readonly tics: number;
  readonly running: boolean; // the session is not over yet
  readonly map: string; // its first
  readonly names: readonly string[];
}

export async function fetchReplays(): Promise<Recorded[]> {
  const v = await callApi("/api/replays");
  return list(isRecord(v) ? v.replays : null, (r): Recorded => {
    const o = isRecord(r) ? r : {};
    return {
      id: str(o.id),
      started: str(o.started),
      tics: int(o.tics),
      running: o.running === true,
      map: str(o.map),
      names: list(o.names, str),
    };
  }).filter((r) => r.id !== "");
}

/** How the running game stands. */
export interface Score {
  readonly map: string;
  readonly seconds: number; // on this map
  readonly phase: string; // level, intermission, finale
  readonly mode: string;
  readonly kills: number; // there are
  readonly players: readonly {
    readonly slot: number;
    readonly frags: number;
    readonly kills: number;
    readonly health: number;
  }[];
}

/** Null where no game runs or nobody keeps its score. */
export async function fetchScore(): Promise<Score | null> {
  const { ok, value: v } = await httpRequest("/api/session/score");
  if (!ok) return null;
  const o = isRecord(v) ? v : {};
  return {
    map: str(o.map),
    seconds: int(o.seconds),
    phase: str(o.phase),
    mode: str(o.mode),
    kills: int(o.kills),
    players: list(o.players, (p) => {
      const q = isRecord(p) ? p : {};
      return { slot: int(q.slot), frags: int(q.frags), kills: int(q.kills), health: int(q.health) };
    }),
  };
}
