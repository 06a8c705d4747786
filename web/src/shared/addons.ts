// Add-ons: PWADs over a game, in the order in which they were chosen. The host
// has the same rules (internal/host/params.go) and the last word.

import { maxPWADs } from "./generated/protocol";
import type { Params } from "./lobby";
import { findWad, mapName, mapNumbers, type Wad } from "./wads";

/** The game that is chosen; null where the host has it not. */
export function chosenGame(wads: readonly Wad[], params: Params): Wad | null {
  return wads.find((w) => w.id === params.wadId) ?? findWad(wads, params.wad);
}

/** A game's maps are MAPxx; else they are ExMy. */
function numbered(game: Wad): boolean {
  return game.maps.includes("MAP01") || (game.maps.length > 0 && !game.maps.some(episodic));
}

function episodic(map: string): boolean {
  return map.startsWith("E");
}

/** Those of maps that can be played in a game. */
function ofGame(game: Wad, maps: readonly string[]): string[] {
  const wanted = !numbered(game);
  return maps.filter((m) => mapNumbers(m) !== null && episodic(m) === wanted);
}

/** Why an add-on can't be played with a game; empty where it can. */
export function misfit(game: Wad, addOn: Wad): string {
  if (addOn.maps.length === 0 || ofGame(game, addOn.maps).length > 0) return "";
  return `For a game with maps such as ${addOn.maps[0]}`;
}

/** The host's add-ons, those that fit the game first. */
export function addOnsFor(wads: readonly Wad[], game: Wad | null): Wad[] {
  const all = wads.filter((w) => w.kind === "pwad");
  const fits = (w: Wad): boolean => game === null || misfit(game, w) === "";
  return [...all.filter(fits), ...all.filter((w) => !fits(w))];
}

export interface MapChoice {
  readonly name: string;
  readonly from: Wad | null; // the add-on that brings it; null: the game's own
}

/** The maps to choose from: those of add-ons first. Of two that bring the same, the later one counts. */
export function mapChoices(game: Wad, wads: readonly Wad[], addOns: readonly string[]): MapChoice[] {
  const brought = new Map<string, Wad>();
  for (const id of addOns) {
    const addOn = wads.find((w) => w.id === id);
    for (const name of addOn === undefined ? [] : ofGame(game, addOn.maps)) brought.set(name, addOn as Wad);
  }
  const own = ofGame(game, game.maps).filter((name) => !brought.has(name));
  return [...Array.from(brought, ([name, from]) => ({ name, from })), ...own.map((name) => ({ name, from: null }))];
}

/** What changes when an add-on is chosen, or given up where it is chosen already. */
export function toggleAddOn(wads: readonly Wad[], params: Params, id: string): Partial<Params> {
  const chosen = params.pwads.includes(id);
  if (!chosen && params.pwads.length >= maxPWADs) return {};
  const pwads = chosen ? params.pwads.filter((p) => p !== id) : [...params.pwads, id];
  const game = chosenGame(wads, params);
  if (game === null) return { pwads };
  const maps = mapChoices(game, wads, pwads);
  // Who chooses one with maps wants to play them.
  const [first] = chosen ? [] : ofGame(game, wads.find((w) => w.id === id)?.maps ?? []);
  return { pwads, ...(first === undefined ? placeIn(maps, params) : mapNumbers(first)) };
}

/** What changes when another game is chosen: add-ons that don't fit are given up. */
export function chooseGame(wads: readonly Wad[], params: Params, game: Wad): Partial<Params> {
  const pwads = fitting(wads, params.pwads, game);
  const first = mapChoices(game, wads, pwads)[0];
  return { wad: game.name, wadId: game.id, pwads, ...((first && mapNumbers(first.name)) ?? { episode: 1, map: 1 }) };
}

/** Those of add-ons that the host has and that fit the game. */
export function fitting(wads: readonly Wad[], addOns: readonly string[], game: Wad): string[] {
  return addOns.filter((id) => {
    const addOn = wads.find((w) => w.id === id);
    return addOn !== undefined && misfit(game, addOn) === "";
  });
}

/** The map of params where there is such a one, else the first. */
export function placeIn(maps: readonly MapChoice[], params: Params): { episode: number; map: number } {
  const names = maps.map((m) => m.name);
  const { episode, map } = params;
  if (names.includes(mapName(names, episode, map))) return { episode, map };
  return (names[0] !== undefined ? mapNumbers(names[0]) : null) ?? { episode, map };
}

/** What an add-on brings, for people: "E1M1, E1M3 · 1.2 MB". */
export function addOnWords(addOn: Wad): string {
  const { maps } = addOn;
  const what =
    maps.length === 0
      ? "no maps"
      : maps.length <= 3
        ? maps.join(", ")
        : `${maps[0]} to ${maps[maps.length - 1]}, ${maps.length} maps`;
  const name = addOn.name.replace(/\.wad$/i, "") === addOn.title ? [] : [addOn.name];
  return [...name, what, sizeWords(addOn.size)].join(" · ");
}

export function sizeWords(bytes: number): string {
  if (bytes >= 1e7) return `${Math.round(bytes / 1e6)} MB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
}
