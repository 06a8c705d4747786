import { test } from "./check";
import { SaveStore } from "../worker/savestore";
import { Recording } from "../worker/recording";
import { WadCache } from "../worker/wadcache";
import type { Store } from "../worker/store";
import { defaultParams } from "../shared/lobby";
import { readDemo } from "../shared/savegame";
import { ticcmdBytes, ticRate } from "../shared/wire";

const place = { episode: 1, map: 1 };

/** A browser's store that has room for so many things. */
function memory(games: Map<string, ArrayBuffer>, room = Infinity): Store {
  return {
    get: (key) => Promise.resolve(games.get(key) ?? null),
    put: (key, data) => {
      const fits = games.has(key) || games.size < room;
      if (fits) games.set(key, data);
      return Promise.resolve(fits);
    },
    remove: (key) => Promise.resolve(void games.delete(key)),
    keys: () => Promise.resolve([...games.keys()]),
  };
}

const taken = (): void => undefined;

function played(key: string, seconds: number): Recording {
  return new Recording(defaultParams, { input: new Uint8Array(seconds * ticRate * ticcmdBytes), overruns: false }, key);
}

test("three games for one are kept, the last played first", async (c) => {
  const keeping = new SaveStore(memory(new Map()), taken);
  const keys = async (): Promise<string[]> => (await keeping.games()).map((g) => g.key);
  await keeping.save(played("a", 20), place, 1);
  await keeping.save(played("b", 30), place, 2);
  await keeping.save(played("c", 40), place, 3);
  c.equal(await keys(), ["c", "b", "a"], "three games");
  await keeping.save(played("a", 60), place, 4);
  c.equal(await keys(), ["a", "c", "b"], "who goes on with one");
  await keeping.save(played("d", 10), place, 5);
  c.equal(await keys(), ["d", "a", "c"], "a fourth");
  const [, a] = await keeping.games();
  c.equal(
    a === undefined ? 0 : readDemo(new Uint8Array(a.demo)).input.length / ticcmdBytes / ticRate,
    60,
    "seconds of the one that went on",
  );
});

test("a quick look is not kept, and takes no place", async (c) => {
  const keeping = new SaveStore(memory(new Map()), taken);
  await keeping.save(played("long", 600), place, 1);
  await keeping.save(played("look", 9), place, 2);
  c.equal(
    (await keeping.games()).map((g) => g.key),
    ["long"],
    "the games",
  );
});

test("what was kept by an older page is offered, what is damaged makes room first", async (c) => {
  const games = new Map([
    ["damaged", new ArrayBuffer(3)],
    ["last", played("last", 20).demo(place, 0).buffer],
  ]);
  const keeping = new SaveStore(memory(games), taken);
  await keeping.save(played("a", 20), place, 1);
  await keeping.save(played("b", 20), place, 2);
  c.equal(
    (await keeping.games()).map((g) => g.key),
    ["b", "a", "last"],
    "the games",
  );
  c.equal([...games.keys()].sort(), ["a", "b", "last"], "the store");
});

test("a game that is not kept is told of once", async (c) => {
  let told = 0;
  const keeping = new SaveStore(memory(new Map(), 0), () => told++);
  const game = played("a", 20);
  await keeping.save(played("look", 9), place, 1);
  c.equal(told, 0, "a quick look is no loss");
  await keeping.save(game, place, 1);
  await keeping.save(game, place, 2);
  c.equal(told, 1, "of one game");
  await keeping.save(played("b", 20), place, 3);
  c.equal(told, 2, "of two games");
});

test("WADs that were played last stay, others make room", async (c) => {
  const wads = new Map<string, ArrayBuffer>([["old", new ArrayBuffer(1)]]);
  const shelf = new WadCache(memory(wads));
  const kept = (): string[] => [...wads.keys()].filter((k) => k !== "order").sort();
  await Promise.all(Array.from({ length: 15 }, (_, i) => shelf.put(`w${i}`, new ArrayBuffer(1)))); // all at once, as with add-ons
  c.equal(kept().length, 16, "sixteen");
  c.ok((await shelf.get("w0")) !== null, "the first one is played again");
  await shelf.put("new", new ArrayBuffer(1));
  c.ok(!wads.has("old") && wads.has("w1"), "one from before there was an order goes first");
  await shelf.put("newer", new ArrayBuffer(1));
  c.ok(wads.has("w0") && !wads.has("w1"), "then what was not played for the longest time");
  c.equal(kept().length, 16, "still sixteen");
  c.equal(await new WadCache(memory(wads)).get("none"), null, "what is not kept");
});

test("a full browser gives up the WADs that were not played for the longest time", async (c) => {
  const wads = new Map<string, ArrayBuffer>();
  const shelf = new WadCache(memory(wads, 4)); // three WADs and their order
  for (const id of ["a", "b", "c"]) await shelf.put(id, new ArrayBuffer(1));
  await shelf.get("a");
  await shelf.put("d", new ArrayBuffer(1));
  c.equal([...wads.keys()].filter((k) => k !== "order").sort(), ["a", "c", "d"], "b made room");
  await new WadCache(memory(new Map(), 0)).put("e", new ArrayBuffer(1));
});
