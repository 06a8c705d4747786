import { test, type Check } from "./check";
import { defaultParams } from "../shared/lobby";
import { playedWords, readDemo, writeDemo, type SavedGame } from "../shared/savegame";
import { savedBundles } from "../worker/game";
import { Recording } from "../worker/recording";

const params = {
  ...defaultParams,
  wad: "doom.wad",
  wadId: "ab",
  pwads: ["cd", "ef"],
  episode: 3,
  map: 7,
  skill: 5,
  fast: true,
};

// Forward, side, turn, consistancy, chat, buttons.
const input = new Uint8Array([50, 216, 0x34, 0x80, 0, 0, 0, 3, 206, 40, 0x80, 0x80, 0, 0, 0, 0x80]);

function words(demo: Uint8Array): string {
  try {
    readDemo(demo);
    return "";
  } catch (e) {
    return e instanceof Error ? e.message : "?";
  }
}

function same(c: Check, got: SavedGame, want: SavedGame): void {
  c.equal(
    [got.params, got.at, got.when, got.overruns, [...got.input]],
    [want.params, want.at, want.when, want.overruns, [...want.input]],
    "the saved game",
  );
}

test("a saved game is a demo that is read as it was written", (c) => {
  const game = { params, at: { episode: 3, map: 9 }, when: 1_700_000_000_123, input, overruns: false };
  const demo = writeDemo(game);
  c.equal(
    [...demo.slice(0, 24)],
    [111, 4, 3, 7, 0, 0, 1, 0, 0, 1, 0, 0, 0, 50, 216, 0x34, 0x80, 3, 206, 40, 0x80, 0x80, 0x80, 0x80],
    "its bytes",
  );
  same(c, readDemo(demo), game);
  const foreign = { ...game, overruns: true };
  same(c, readDemo(writeDemo(foreign)), foreign);
});

test("a demo of another port has no WADs, and short turns", (c) => {
  const game = readDemo(new Uint8Array([109, 2, 1, 4, 0, 0, 0, 1, 0, 1, 0, 0, 0, 25, 0, 0xff, 4, 0x80, 1, 2, 3]));
  same(c, game, {
    params: { ...defaultParams, skill: 3, map: 4, nomonsters: true },
    at: { episode: 1, map: 4 },
    when: 0,
    input: new Uint8Array([25, 0, 0, 0xff, 0, 0, 0, 4]),
    overruns: true,
  });
});

test("what is no saved game is refused in words", (c) => {
  const demo = writeDemo({ params, at: { episode: 1, map: 1 }, when: 0, input, overruns: false });
  c.ok(words(new Uint8Array(0)).includes("not a saved game"), "nothing");
  c.ok(words(new TextEncoder().encode("IWAD of some kind")).includes("not a saved game"), "a WAD");
  c.ok(words(demo.slice(0, 20)).includes("cut off"), "the half of one");
  const net = demo.slice();
  net[10] = 1;
  c.ok(words(net).includes("with others"), "one with others");
});

test("a recording goes on where the saved game ended", (c) => {
  const recording = new Recording(params, { input, overruns: false }, "key");
  for (let i = 0; i < 20_000; i++) recording.append(new Uint8Array([i & 31, 0, i & 255, 1, 9, 9, 9, 0]));
  const game = readDemo(recording.demo({ episode: 3, map: 8 }, 1));
  c.equal(recording.tics, 20_002, "tics");
  c.equal([...game.input.subarray(0, 24)], [...input, 0, 0, 0, 1, 0, 0, 0, 0], "its beginning");
  c.equal([...game.input.subarray(-8)], [19_999 & 31, 0, 19_999 & 255, 1, 0, 0, 0, 0], "its end");
  c.equal(playedWords(game), "9 min", "its length");
});

test("a saved game's bundles are those of a relay for one", (c) => {
  const [first, second] = savedBundles(input).map((b) => [...new Uint8Array(b).subarray(0, 14)]);
  c.equal(first, [0, 0, 0, 0, 1, 0, ...input.subarray(0, 8)], "tic 0");
  c.equal(second, [1, 0, 0, 0, 1, 0, ...input.subarray(8)], "tic 1");
});
