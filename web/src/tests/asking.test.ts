import { test } from "./check";
import { Clock } from "./clock";
import { Retry } from "../page/retry";
import { httpRequest, NoAnswerError } from "../page/http";

const never = (): Promise<void> => new Promise(() => undefined);

test("what must be done is tried until it is, and people are told when", async (c) => {
  const clock = new Clock();
  await clock.rule(async () => {
    let tries = 0;
    const told: string[] = [];
    const again = new Retry(() => (++tries < 3 ? Promise.reject(new NoAnswerError()) : Promise.resolve()), 2000, {
      status: (words) => told.push(words),
    });
    void again.now();
    await clock.pass(0);
    c.equal(told, ["The host does not answer; trying again in 2 s."], "at once");
    await clock.pass(1000);
    c.equal(
      told.splice(0),
      ["The host does not answer; trying again in 2 s.", "The host does not answer; trying again in 1 s."],
      "a second later",
    );
    await clock.pass(1000);
    c.equal(
      [tries, told.splice(0)],
      [2, ["The host does not answer; trying again …", "The host does not answer; trying again in 2 s."]],
      "tried again",
    );
    await clock.pass(10_000);
    c.equal([tries, told.at(-1)], [3, ""], "it is done: no more words, and no more tries");
  });
});

test("a first answer that takes long is told of, once", async (c) => {
  const clock = new Clock();
  await clock.rule(async () => {
    const told: string[] = [];
    const again = new Retry(never, 2000, { status: (words) => told.push(words) });
    void again.now();
    await clock.pass(1000);
    c.equal(told, [], "not yet");
    await clock.pass(60_000);
    c.equal(told, ["Waiting for the host's answer …"], "it takes long");
    again.stop();
    c.equal(told.at(-1), "", "nobody wants it");
  });
});

test("what is asked again and again has one request at a time", async (c) => {
  const clock = new Clock();
  await clock.rule(async () => {
    const open: (() => void)[] = [];
    let every = 2000;
    const again = new Retry(() => new Promise((done) => open.push(done)), 500, { every: () => every });
    void again.now();
    await clock.pass(30_000);
    c.equal(open.length, 1, "the first one hangs: no other is made");
    open[0]?.();
    await clock.pass(1999);
    c.equal(open.length, 1, "answered");
    await clock.pass(1);
    c.equal(open.length, 2, "the next one");
    open[1]?.();
    await clock.pass(0);
    again.stop();
    await clock.pass(30_000);
    c.equal(open.length, 2, "at rest");
    void again.now();
    await clock.pass(0);
    every = 0;
    open[2]?.();
    await clock.pass(30_000);
    c.equal(open.length, 3, "not for ever");
  });
});

test("a host that accepts and never answers is given up within the limit", async (c) => {
  const real = globalThis.fetch;
  const asked = async (answer: typeof fetch): Promise<unknown> => {
    globalThis.fetch = answer;
    try {
      return await httpRequest("/api/info", {}, 1);
    } catch (e) {
      return e instanceof NoAnswerError ? "no answer" : e;
    } finally {
      globalThis.fetch = real;
    }
  };
  const hangs = (signal: AbortSignal | null | undefined): Promise<never> =>
    new Promise((_, refuse) => signal?.addEventListener("abort", () => refuse(signal.reason)));
  c.equal(await asked((_, init) => hangs(init?.signal)), "no answer", "nothing comes");
  c.equal(
    await asked((_, init) =>
      Promise.resolve({ ok: true, status: 200, text: () => hangs(init?.signal) } as unknown as Response),
    ),
    "no answer",
    "a head comes, and no body",
  );
  c.equal(await asked(() => Promise.reject(new TypeError("refused"))), "no answer", "it is not there");
  c.equal(
    await asked(() => Promise.resolve(new Response('{"error":"busy"}', { status: 503 }))),
    { ok: false, status: 503, value: { error: "busy" } },
    "an answer that is no success",
  );
  c.equal(await asked(() => Promise.resolve(new Response(""))), { ok: true, status: 200, value: null }, "no words");
});
