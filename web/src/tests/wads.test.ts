import { test } from "./check";
import { loadAll, type Progress } from "../worker/wads";

test("what is told of several WADs on their way is the sum", async (c) => {
  // The large one is slow to come, the third is kept.
  const files: Readonly<Record<string, Uint8Array>> = { large: new Uint8Array(5000), small: new Uint8Array(300), kept: new Uint8Array(700) };
  const load = async (id: string, progress: Progress): Promise<Uint8Array> => {
    const file = files[id] as Uint8Array;
    if (id === "kept") return file;
    for (let part = 0; part <= 2; part++) {
      await new Promise((done) => setTimeout(done, id === "large" ? 10 : 0));
      progress((file.length * part) / 2, file.length);
    }
    return file;
  };
  const told: (readonly [number, number])[] = [];
  const wads = await loadAll(["large", "small", "kept"], load, (done, total) => told.push([done, total]));
  c.equal(wads.map((w) => w.length), [5000, 300, 700], "in the order that was asked for");
  c.ok(told.every(([, total]) => total === 5300), `each time the whole: ${JSON.stringify(told)}`);
  c.equal(told.filter(([done]) => done === 5300).length, 1, "it is complete once");
  c.equal(told[told.length - 1], [5300, 5300], "at the end");
});
