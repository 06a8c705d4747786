// The host's list of WADs, and what the host's own page is told and may do beside it.

import { workMillis } from "./http";
import { callApi, bearer } from "./api";
import { int, isRecord, list, str } from "../shared/lobby";
import { parseWads, type Wad } from "../shared/wads";

/** The host's WADs. What follows `revision` is empty for all but the host's own page. */
export interface WadList {
  readonly wads: readonly Wad[];
  readonly revision: string; // as HostInfo.wads
  readonly folder: string; // where more are put
  readonly unused: readonly Unused[]; // files there that cannot be used
  readonly limit: number; // bytes of a file that can be added; 0: none can
  readonly fetch: boolean; // the host can fetch Freedoom
  readonly added: Added | null; // what became of a file that was sent
}

/** A file that cannot be used, or a part of an archive. */
export interface Unused {
  readonly name: string;
  readonly reason: string;
}

export interface Added {
  readonly name: string; // in the host's folder
  readonly before: boolean; // all of it was there already
  readonly wads: readonly string[]; // ids of what it brings
  readonly unused: readonly Unused[]; // what of an archive cannot be used
}

/** The list as the host's page gets it, and without the token as guests do. */
export async function fetchWads(token: string): Promise<WadList> {
  return parseWadList(await callApi("/api/wads", token === "" ? {} : bearer(token)));
}

/** Lets the host look into its folders again, by right of its token. */
export async function reloadWads(token: string): Promise<WadList> {
  return parseWadList(await callApi("/api/wads/reload", { method: "POST", ...bearer(token) }, workMillis));
}

export function parseWadList(v: unknown): WadList {
  const o = isRecord(v) ? v : {};
  return {
    wads: parseWads(v),
    revision: str(o.revision),
    folder: str(o.folder),
    unused: parseUnused(o.unused),
    limit: Math.max(0, int(o.limit)),
    fetch: o.fetch === true,
    added: isRecord(o.added)
      ? {
          name: str(o.added.name),
          before: o.added.before === true,
          wads: list(o.added.wads, str),
          unused: parseUnused(o.added.unused),
        }
      : null,
  };
}

function parseUnused(v: unknown): Unused[] {
  return list(v, (u): Unused => {
    const o = isRecord(u) ? u : {};
    return { name: str(o.name), reason: str(o.reason) };
  });
}

/** There is something to play. */
export function hasGame(wads: readonly Wad[]): boolean {
  return wads.some((w) => w.kind === "iwad");
}
