import { test } from "./check";
import { openStore } from "../worker/store";

const bytes = (n: number): ArrayBuffer => Uint8Array.of(n).buffer;

async function first(data: Promise<ArrayBuffer | null>): Promise<number | null> {
  const found = await data;
  return found === null ? null : (new Uint8Array(found)[0] ?? null);
}

test("a store keeps what it is given", async (c) => {
  const store = openStore("wads");
  await store.remove("none");
  c.equal(await store.get("none"), null, "nothing there");
  c.ok(await store.put("a", bytes(7)), "taken");
  c.equal(await first(openStore("wads").get("a")), 7, "by another tab, too");
  c.equal(await first(openStore("games").get("a")), null, "not in another store");
  await store.remove("a");
  c.equal(await store.keys(), [], "removed");
});

test("a store goes on after the browser closed its database", async (c) => {
  const store = openStore("games");
  c.ok(await store.put("a", bytes(1)), "taken before");
  // As clearing the site's data does: every connection is closed.
  await new Promise((done) => {
    const request = indexedDB.deleteDatabase("doomhost");
    request.onsuccess = request.onerror = done;
  });
  c.equal(await store.get("a"), null, "what was there is gone");
  c.ok(await store.put("b", bytes(2)), "taken after");
  c.equal(await first(store.get("b")), 2, "and kept");
  await store.remove("b");
});

test("without a database nothing is kept, and that is said", async (c) => {
  const real = Object.getOwnPropertyDescriptor(globalThis, "indexedDB");
  Object.defineProperty(globalThis, "indexedDB", { value: undefined, configurable: true });
  try {
    const store = openStore("games");
    c.equal([await store.put("a", bytes(1)), await store.get("a"), await store.keys()], [false, null, []], "nothing");
  } finally {
    if (real !== undefined) Object.defineProperty(globalThis, "indexedDB", real);
  }
});
