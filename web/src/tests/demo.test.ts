import { test } from "./check";
import { alone, demoGame, demoWords, whyNot } from "../page/demodialog";
import { defaultParams } from "../shared/lobby";
import type { DemoFacts } from "../shared/messages";
import { readNote } from "../shared/savegame";
import type { Wad } from "../shared/wads";
import { DemoReplay } from "../worker/demofile";
import { readRecording } from "../worker/dhr";
import { FileReplay } from "../worker/replaysource";

const facts: DemoFacts = {
  program: "Doom 1.9",
  note: "",
  trailer: new Uint8Array(0),
  tics: 35 * 75,
  skill: 4,
  episode: 1,
  map: 5,
  mode: "coop",
  respawn: false,
  fast: true,
  nomonsters: false,
  console: 0,
  slots: [0],
  netGame: false,
  truncated: false,
};

function wad(id: string, maps: string[], kind: Wad["kind"] = "iwad"): Wad {
  return { id, name: `${id}.wad`, size: 1, kind, maps, title: id.toUpperCase() };
}

const doom = wad("doom", ["E1M1", "E1M5", "E3M5"]);
const doom2 = wad("doom2", ["MAP01", "MAP05", "MAP11"]);
const late = wad("late", ["MAP12"], "pwad");
const wads = [doom, doom2, late];
const lobby = (game: Wad, pwads: string[] = []) => ({ ...defaultParams, wad: game.name, wadId: game.id, pwads });
const none: { wadId: string; pwads: readonly string[] } = { wadId: "", pwads: [] };

test("a demo is shown with the game that has its map", (c) => {
  const chosen = (
    f: Partial<DemoFacts>,
    game: Wad,
    named = none,
    pwads: string[] = [],
  ): [string, readonly string[]] => {
    const p = demoGame(wads, { ...facts, ...f }, named, lobby(game, pwads));
    return [p.wadId, p.pwads];
  };
  c.equal(chosen({}, doom), ["doom", []], "E1M5 or MAP05: what the lobby plays");
  c.equal(chosen({}, doom2), ["doom2", []], "and of the other game");
  c.equal(chosen({ map: 11 }, doom), ["doom2", []], "a map beyond the ninth is Doom II's");
  c.equal(chosen({ episode: 3 }, doom2), ["doom", []], "a third episode is Doom's");
  c.equal(chosen({ map: 12 }, doom2, none, ["late"]), ["doom2", ["late"]], "a map of an add-on");
  c.equal(chosen({}, doom, { wadId: "doom2", pwads: ["late", "gone"] }), ["doom2", ["late"]], "what it names itself");
  c.equal(chosen({ map: 30 }, doom2), ["doom2", []], "none has it: the lobby's");
  c.equal(demoGame([], facts, none, defaultParams).wadId, "", "a host without games");
});

test("what a demo lacks is said with what to do", (c) => {
  const why = (f: Partial<DemoFacts>, game: Wad): string => whyNot(wads, lobby(game), { ...facts, ...f });
  c.equal(why({}, doom), "", "E1M5");
  c.equal(why({}, doom2), "", "MAP05");
  c.ok(why({ map: 12 }, doom2).startsWith("DOOM2 has no MAP12: choose the game"), why({ map: 12 }, doom2));
  c.ok(why({ episode: 3 }, doom2).startsWith("DOOM2 has no E3M5"), "no MAP05 of a third episode");
  c.ok(whyNot([], lobby(doom), facts).includes("WAD folder"), "no game");
});

test("a demo says what it is", (c) => {
  c.equal(
    demoWords(facts, false),
    "Recorded with Doom 1.9 · E1M5 or MAP05 · Ultra-Violence · 1:15",
    "of a game for one",
  );
  c.equal(
    demoWords({ ...facts, map: 12, slots: [0, 1, 3], mode: "altdeath" }, true),
    "Recorded with doomhost · MAP12 · Altdeath of 3 · Ultra-Violence · 1:15",
    "of a game with others",
  );
  c.equal(
    [{}, { slots: [0, 1] }, { slots: [1] }, { mode: "deathmatch" as const }, { console: 1 }, { truncated: true }].map(
      (f) => alone({ ...facts, ...f }),
    ),
    [true, false, false, false, false, false],
    "those that can be played on",
  );
  const trailer = (text: string) => readNote(new TextEncoder().encode(text));
  c.equal([trailer("").overruns, trailer('{"doomhost":1}').overruns], [true, false], "overruns");
});

test("a demo is a replay: its bundles, its game, and states by which it is sought", async (c) => {
  const asked: number[][] = [];
  const bundles = (first: number, count: number): Uint8Array => {
    asked.push([first, count]);
    return Uint8Array.of(first);
  };
  const replay = new DemoReplay({ facts: { ...facts, truncated: true }, bundles }, lobby(doom2, ["late"]));
  const { params, slots, tics } = replay.head;
  c.equal(
    [params.wadId, params.pwads, params.map, params.skill, params.fast, slots, tics, replay.early],
    ["doom2", ["late"], 5, 4, true, [0], facts.tics, true],
    "its head",
  );
  const got = await replay.bundles(70, 35);
  c.equal([[...got.data], got.tics, asked], [[70], facts.tics, [[70, 35]]], "bundles");
  c.equal(await replay.state(1000), null, "no state before it was played");
  replay.at(700, () => Uint8Array.of(7));
  c.equal((await replay.state(1000))?.tic, 700, "one is kept");
});

test("a recording's file that is cut off or damaged ends early", async (c) => {
  const good = new Uint8Array(await (await fetch("/version2.dhr")).arrayBuffer());
  const early = async (bytes: Uint8Array<ArrayBuffer>): Promise<boolean> =>
    new FileReplay(await readRecording(new Blob([bytes]))).early;
  c.equal(await early(good), false, "a whole one");
  c.equal(await early(good.slice(0, good.length / 2)), true, "a half");
  // The end, and an index of the recording behind it, are not there.
  const damaged = good.slice();
  damaged[good.length >> 1] = (damaged[good.length >> 1] as number) ^ 1;
  c.equal(await early(damaged), true, "one that is damaged in its middle");
});
