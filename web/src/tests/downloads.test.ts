import { test } from "./check";
import { Downloads } from "../worker/downloads";
import type { Progress } from "../worker/wads";

const sizes: Readonly<Record<string, number>> = { large: 5000, small: 300, kept: 700 };

/** Loads by hand: each step brings the next half of what was begun. */
class Depot {
  readonly begun: string[] = [];
  private readonly steps = new Map<string, () => void>();

  load(id: string, signal: AbortSignal, progress: Progress): Promise<Uint8Array> {
    this.begun.push(id);
    const size = sizes[id] ?? 0;
    if (id === "kept") return Promise.resolve(new Uint8Array(size));
    return new Promise((done, failed) => {
      let part = 0;
      signal.onabort = () => failed(new DOMException("given up", "AbortError"));
      this.steps.set(id, () => {
        progress((size * part) / 2, size);
        if (part++ === 2) done(new Uint8Array(size));
      });
    });
  }

  async step(...ids: string[]): Promise<void> {
    for (const id of ids) {
      this.steps.get(id)?.();
      await Promise.resolve();
    }
  }
}

test("what is told of several WADs on their way is the sum", async (c) => {
  const depot = new Depot();
  const told: string[] = [];
  const all = new Downloads((id, signal, progress) => depot.load(id, signal, progress)).fetch(
    ["large", "small", "kept"],
    (done, total) => told.push(`${done}/${total}`),
  );
  await depot.step("small", "small", "small");
  await new Promise((done) => setTimeout(done, 1));
  c.equal(told, [], "while it is not known how much there is");
  await depot.step("large", "large", "large");
  c.equal(
    (await all).map((w) => w.length),
    [5000, 300, 700],
    "in the order that was asked for",
  );
  c.equal(told, ["300/5300", "2800/5300", "5300/5300"], "told");
});

test("what is on its way is not fetched anew for another choice", async (c) => {
  const depot = new Depot();
  const arrivals = new Downloads((id, signal, progress) => depot.load(id, signal, progress));
  const first = arrivals
    .fetch(["large", "small"], () => {})
    .catch((e: unknown) => (e instanceof DOMException ? e.name : "?"));
  await depot.step("large", "large", "small");
  const told: string[] = [];
  const second = arrivals.fetch(["large", "kept"], (done, total) => told.push(`${done}/${total}`));
  c.equal(await first, "AbortError", "the first choice");
  await depot.step("large");
  c.equal(
    (await second).map((w) => w.length),
    [5000, 700],
    "the second",
  );
  c.equal(depot.begun, ["large", "small", "kept"], "begun");
  c.equal(told[told.length - 1], "5000/5000", "told in the end");
  const third = arrivals.fetch(["large"], () => {});
  await depot.step("large", "large", "large");
  c.equal((await third).length, 1, "later, it comes from the store or the host again");
  c.equal(depot.begun.length, 4, "begun");
});
