import { test } from "./check";
import { Keeping } from "../worker/keeping";
import { Recording } from "../worker/recording";
import type { Store } from "../worker/store";
import { defaultParams } from "../shared/lobby";
import { readDemo } from "../shared/savegame";
import { ticcmdBytes, ticRate } from "../shared/wire";

const place = { episode: 1, map: 1 };

function memory(games: Map<string, ArrayBuffer>): Promise<Store> {
  return Promise.resolve({
    get: (key) => Promise.resolve(games.get(key) ?? null),
    put: (key, data) => Promise.resolve(void games.set(key, data)),
    remove: (key) => Promise.resolve(void games.delete(key)),
    keys: () => Promise.resolve([...games.keys()]),
  });
}

function played(key: string, seconds: number): Recording {
  return new Recording(defaultParams, new Uint8Array(seconds * ticRate * ticcmdBytes), key);
}

test("three games for one are kept, the last played first", async (c) => {
  const keeping = new Keeping(memory(new Map()));
  const keys = async (): Promise<string[]> => (await keeping.games()).map((g) => g.key);
  await keeping.keep(played("a", 20), place, 1);
  await keeping.keep(played("b", 30), place, 2);
  await keeping.keep(played("c", 40), place, 3);
  c.equal(await keys(), ["c", "b", "a"], "three games");
  await keeping.keep(played("a", 60), place, 4);
  c.equal(await keys(), ["a", "c", "b"], "who goes on with one");
  await keeping.keep(played("d", 10), place, 5);
  c.equal(await keys(), ["d", "a", "c"], "a fourth");
  const [, a] = await keeping.games();
  c.equal(a === undefined ? 0 : readDemo(new Uint8Array(a.demo)).input.length / ticcmdBytes / ticRate, 60, "seconds of the one that went on");
});

test("a quick look is not kept, and takes no place", async (c) => {
  const keeping = new Keeping(memory(new Map()));
  await keeping.keep(played("long", 600), place, 1);
  await keeping.keep(played("look", 9), place, 2);
  c.equal((await keeping.games()).map((g) => g.key), ["long"], "the games");
});

test("what was kept by an older page is offered, what is damaged makes room first", async (c) => {
  const games = new Map([
    ["damaged", new ArrayBuffer(3)],
    ["last", played("last", 20).demo(place, 0).buffer],
  ]);
  const keeping = new Keeping(memory(games));
  await keeping.keep(played("a", 20), place, 1);
  await keeping.keep(played("b", 20), place, 2);
  c.equal((await keeping.games()).map((g) => g.key), ["b", "a", "last"], "the games");
  c.equal([...games.keys()].sort(), ["a", "b", "last"], "the store");
});
