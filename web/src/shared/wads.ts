// The host's list of WADs (/api/wads), and the names of maps.

import type { WAD, WADList } from "./generated/api";
import { fields, int, list, str } from "./lobby";

export type Wad = WAD;

export function parseWads(v: unknown): Wad[] {
  return list(fields<WADList>(v).wads, (w): Wad => {
    const o = fields<Wad>(w);
    return {
      id: str(o.id),
      name: str(o.name),
      size: int(o.size),
      kind: o.kind === "pwad" ? "pwad" : "iwad",
      maps: list(o.maps, str),
      title: str(o.title) || str(o.name),
    };
  }).filter((w) => w.id !== "");
}

/** Finds the WAD that params.wad means: an id, or a file name in any case with or without its ending. */
export function findWad(wads: readonly Wad[], name: string): Wad | null {
  const plain = (s: string): string => s.toLowerCase().replace(/\.wad$/, "");
  return wads.find((w) => w.id === name) ?? wads.find((w) => plain(w.name) === plain(name)) ?? null;
}

/** Episode and map number of a map's name; null where it is none that a game can start with. */
export function mapNumbers(name: string): { episode: number; map: number } | null {
  const doom = /^E(\d)M(\d)$/.exec(name);
  if (doom) return { episode: Number(doom[1]), map: Number(doom[2]) };
  const doom2 = /^MAP(\d\d)$/.exec(name);
  if (doom2) return { episode: 1, map: Number(doom2[1]) };
  return null;
}

/** The map's name among those that there are. */
export function mapName(maps: readonly string[], episode: number, map: number): string {
  const doom = `E${episode}M${map}`;
  if (maps.includes(doom)) return doom;
  return `MAP${String(map).padStart(2, "0")}`;
}
