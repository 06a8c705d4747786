// A saved game for one is its demo: what the player did in every tic (Doom wiki:
// "Demo"). Any exact engine comes from it to the same state, so it outlasts
// engines, and other ports play it, too. What a demo does not say stands behind
// its end, where ports don't look.

import { defaultParams, int, isRecord, list, str, type Params } from "./lobby";
import { ticcmdBytes, ticRate } from "./wire";

/** A map by its numbers. */
export interface Place {
  readonly episode: number;
  readonly map: number;
}

/** What a game for one goes on from. */
export interface Past {
  readonly input: Uint8Array; // a ticcmd for each tic
  /** Another program recorded its beginning, so that the engine does what vanilla does where its lists overrun. */
  readonly overruns: boolean;
}

export interface SavedGame extends Past {
  readonly params: Params; // wadId is empty where a foreign demo doesn't say it
  readonly at: Place; // where the player was; of a foreign demo, where the game began
  readonly when: number; // it was last played, in ms as Date counts; 0: that is not said
}

const long = 111; // turns are recorded whole
const short = 109; // only their high byte
const headerBytes = 13;
const endMarker = 0x80;
/** A day of play; more is no saved game. */
export const maxSavedBytes = headerBytes + 24 * 3600 * ticRate * 5;

export function writeDemo(game: SavedGame): Uint8Array<ArrayBuffer> {
  const { params, at, when, input, overruns } = game;
  const note = new TextEncoder().encode(
    JSON.stringify({ doomhost: 1, at, when, wad: params.wad, wads: [params.wadId, ...params.pwads], overruns }),
  );
  const tics = Math.floor(input.length / ticcmdBytes);
  const demo = new Uint8Array(headerBytes + tics * 5 + 1 + note.length);
  const flag = (b: boolean): number => (b ? 1 : 0);
  demo.set([
    long,
    params.skill - 1,
    params.episode,
    params.map,
    0,
    flag(params.respawn),
    flag(params.fast),
    flag(params.nomonsters),
    0,
    1,
  ]);
  let to = headerBytes;
  for (let from = 0; from < tics * ticcmdBytes; from += ticcmdBytes) {
    demo.set(input.subarray(from, from + 4), to);
    demo[to + 4] = input[from + 7] as number;
    to += 5;
  }
  demo[to] = endMarker;
  demo.set(note, to + 1);
  return demo;
}

/** Reads a demo of a game for one; throws an Error with words for people. */
export function readDemo(demo: Uint8Array): SavedGame {
  const [version, skill, episode, map, mode, respawn, fast, nomonsters, console] = demo;
  if (version !== long && version !== short) throw new Error("This is not a saved game, nor a demo of Doom 1.9.");
  if (demo.length > maxSavedBytes) throw new Error("This is too large for a saved game.");
  const alone = demo[9] === 1 && demo[10] === 0 && demo[11] === 0 && demo[12] === 0;
  if (mode !== 0 || console !== 0 || !alone)
    throw new Error("This is the demo of a game with others. Only games for one can be played on.");
  const size = version === long ? 5 : 4;
  let end = headerBytes;
  while (end < demo.length && demo[end] !== endMarker) end += size;
  if (end >= demo.length) throw new Error("This saved game is cut off: its end is missing.");
  const tics = (end - headerBytes) / size;
  const input = new Uint8Array(tics * ticcmdBytes);
  for (let i = 0; i < tics; i++) {
    const tic = demo.subarray(headerBytes + i * size, headerBytes + (i + 1) * size);
    // The short form has the turn's high byte alone.
    input.set(
      size === 5 ? tic.subarray(0, 4) : [tic[0] as number, tic[1] as number, 0, tic[2] as number],
      i * ticcmdBytes,
    );
    input[i * ticcmdBytes + 7] = tic[size - 1] as number;
  }
  const note = readNote(demo.subarray(end + 1));
  return {
    params: {
      ...defaultParams,
      ...note.wads,
      skill: Math.min(5, (skill as number) + 1),
      episode: episode as number,
      map: map as number,
      respawn: respawn !== 0,
      fast: fast !== 0,
      nomonsters: nomonsters !== 0,
    },
    at: note.at ?? { episode: episode as number, map: map as number },
    when: note.when,
    input,
    overruns: note.overruns,
  };
}

/** What this program notes behind a demo's end. */
export interface Note {
  readonly own: boolean; // it is there
  readonly at: Place | null; // of a saved game
  readonly when: number;
  readonly wads: Pick<Params, "wad" | "wadId" | "pwads">;
  readonly overruns: boolean;
}

export function readNote(bytes: Uint8Array): Note {
  let v: unknown = null;
  try {
    v = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Another port's, or none.
  }
  const o = isRecord(v) && int(v.doomhost) === 1 ? v : null;
  if (o === null) return { own: false, at: null, when: 0, wads: { wad: "", wadId: "", pwads: [] }, overruns: true };
  const [wadId = "", ...pwads] = list(o.wads, str);
  const at = isRecord(o.at) ? { episode: int(o.at.episode), map: int(o.at.map) } : null;
  return { own: true, at, when: int(o.when), wads: { wad: str(o.wad), wadId, pwads }, overruns: o.overruns === true };
}

/** How long a saved game was played, for people. */
export function playedWords(game: SavedGame): string {
  const seconds = Math.floor(game.input.length / ticcmdBytes / ticRate);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
