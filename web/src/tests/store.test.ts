import { test } from "./check";
import { openStore } from "../worker/store";

test("a store that cannot be had is an empty one", async (c) => {
  const store = await openStore("wads");
  await store.remove("none");
  c.equal(await store.get("none"), null, "nothing there");
});
