// The host's list of WADs, and what the host's own page is told and may do beside it.

import { workMillis } from "./http";
import { callApi, bearer } from "./api";
import type * as host from "../shared/generated/api";
import { fields, int, isRecord, list, str, type Unread } from "../shared/lobby";
import { parseWads, type Wad } from "../shared/wads";

/**
 * The host's WADs. What is optional for the host is empty for all but the host's own page;
 * a limit of 0 bytes: no file can be added.
 */
export interface WadList extends Required<Omit<host.WADList, "added">> {
  readonly added: Added | null; // what became of a file that was sent
}

/** A file that cannot be used, or a part of an archive. */
export type Unused = host.Unused;

export type Added = host.AddedFile;

/** The list as the host's page gets it, and without the token as guests do. */
export async function fetchWads(token: string): Promise<WadList> {
  return parseWadList(await callApi("/api/wads", token === "" ? {} : bearer(token)));
}

/** Lets the host look into its folders again, by right of its token. */
export async function reloadWads(token: string): Promise<WadList> {
  return parseWadList(await callApi("/api/wads/reload", { method: "POST", ...bearer(token) }, workMillis));
}

export function parseWadList(v: unknown): WadList {
  const o = fields<host.WADList>(v);
  return {
    wads: parseWads(v),
    revision: str(o.revision),
    folder: str(o.folder),
    unused: parseUnused(o.unused),
    limit: Math.max(0, int(o.limit)),
    fetch: o.fetch === true,
    added: isRecord(o.added) ? parseAdded(fields<Added>(o.added)) : null,
  };
}

function parseAdded(o: Unread<Added>): Added {
  return { name: str(o.name), before: o.before === true, wads: list(o.wads, str), unused: parseUnused(o.unused) };
}

function parseUnused(v: unknown): Unused[] {
  return list(v, (u): Unused => {
    const o = fields<Unused>(u);
    return { name: str(o.name), reason: str(o.reason) };
  });
}

/** There is something to play. */
export function hasGame(wads: readonly Wad[]): boolean {
  return wads.some((w) => w.kind === "iwad");
}
