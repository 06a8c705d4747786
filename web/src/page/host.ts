// What the host tells over HTTP.

import { int, isRecord, list, str } from "../shared/lobby";
import { parseWads, type Wad } from "../shared/wads";

export interface HostInfo {
  readonly name: string;
  readonly version: string;
  readonly addresses: readonly string[]; // full, that others can reach; the best first
}

export async function fetchInfo(): Promise<HostInfo> {
  const v = await json("/api/info");
  const o = isRecord(v) ? v : {};
  const port = int(o.port);
  const addresses = list(o.addresses, str).filter((a) => a !== "").map((a) => fullAddress(a, port));
  return { name: str(o.name) || "doomhost", version: str(o.version), addresses };
}

/** The engine that the host serves now. Another one than the page's: the host was updated. */
export async function fetchEngineId(): Promise<string> {
  const v = await json("/manifest.json");
  return isRecord(v) ? str(v.engine) : "";
}

export async function fetchWads(): Promise<Wad[]> {
  return parseWads(await json("/api/wads"));
}

async function json(path: string): Promise<unknown> {
  const response = await fetch(path, { cache: "no-store" });
  if (!response.ok) throw new Error(`the host answered ${response.status} for ${path}`);
  return response.json() as Promise<unknown>;
}

/** An address as a person types it, whether the host gave a URL, or a bare one. */
function fullAddress(address: string, port: number): string {
  if (/^https?:\/\//.test(address)) return address.replace(/\/$/, "");
  const host = address.includes(":") && !address.startsWith("[") ? `[${address}]` : address;
  return `http://${host}${port > 0 ? `:${port}` : ""}`;
}
