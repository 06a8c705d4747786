// What the host tells over HTTP.

import { httpRequest, workMillis } from "./http";
import type * as host from "../shared/generated/api";
import { fields, int, isRecord, list, str, type Params } from "../shared/lobby";

/** What the page uses of it; the addresses are full, and others can reach them. */
export type HostInfo = Pick<host.Info, "name" | "version" | "addresses" | "wads">;

export async function fetchInfo(): Promise<HostInfo> {
  const o = fields<host.Info>(await callApi("/api/info"));
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
export type Check = Required<host.Check>;

function checkQuery(params: Params): string {
  return new URLSearchParams({
    wad: params.wadId,
    pwads: params.pwads.join(","),
    episode: String(params.episode),
    map: String(params.map),
  }).toString();
}

/** A map that an add-on brings, and what it lacks. */
export type MapLack = host.MapLack;

/** Those of the maps of the add-ons that lack something: a game comes to them. */
export async function fetchMapChecks(params: Params): Promise<MapLack[]> {
  const v = await callApi(`/api/check/maps?${checkQuery(params)}`, {}, workMillis);
  return list(fields<host.MapChecks>(v).maps, (m): MapLack => {
    const o = fields<MapLack>(m);
    return { map: str(o.map), needs: list(o.needs, str) };
  }).filter((m) => m.map !== "");
}

export async function fetchCheck(params: Params): Promise<Check> {
  const o = fields<Check>(await callApi(`/api/check?${checkQuery(params)}`, {}, workMillis));
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
export type Recorded = Pick<host.ReplayInfo, "id" | "started" | "tics" | "running" | "map" | "names">;

export async function fetchReplays(): Promise<Recorded[]> {
  const v = await callApi("/api/replays");
  return list(isRecord(v) ? v.replays : null, (r): Recorded => {
    const o = fields<host.ReplayInfo>(r);
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
export interface Score extends Pick<host.Score, "map" | "seconds" | "phase" | "mode" | "kills"> {
  readonly players: readonly Pick<host.PlayerScore, "slot" | "frags" | "kills" | "health">[];
}

/** Null where no game runs or nobody keeps its score. */
export async function fetchScore(): Promise<Score | null> {
  const { ok, value: v } = await httpRequest("/api/session/score");
  if (!ok) return null;
  const o = fields<host.Score>(v);
  return {
    map: str(o.map),
    seconds: int(o.seconds),
    phase: str(o.phase),
    mode: str(o.mode),
    kills: int(o.kills),
    players: list(o.players, (p) => {
      const q = fields<host.PlayerScore>(p);
      return { slot: int(q.slot), frags: int(q.frags), kills: int(q.kills), health: int(q.health) };
    }),
  };
}
