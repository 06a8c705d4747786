import { test } from "./check";
import { Clock } from "./clock";
import { httpRequest as pageRequest } from "../page/http";
import { HostBusy } from "../page/hostbusy";
import { BusySignal, busySignal, fetchRetrying, retryWait } from "../shared/retryafter";
import { httpRequest, getBytes, HostError } from "../worker/http";

/** The host's refusal for a while. */
const refusal = (after: string | null = "1"): Response =>
  new Response('{"error":"the host has much to do just now"}', {
    status: 503,
    headers: after === null ? {} : { "Retry-After": after },
  });

/** Runs body where the host answers one after the other, the last one again and again; asked are the times, in ms. */
async function answered(
  answers: readonly (() => Response)[],
  body: (clock: Clock, asked: readonly number[]) => Promise<void>,
): Promise<void> {
  const real = { fetch: globalThis.fetch, random: Math.random, heard: busySignal.changed };
  const asked: number[] = [];
  const clock = new Clock();
  globalThis.fetch = (_, init) => {
    if (init?.signal?.aborted === true) return Promise.reject(init.signal.reason as Error);
    asked.push(performance.now());
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    return answer === undefined ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(answer());
  };
  Math.random = () => 0.5;
  try {
    await clock.rule(() => body(clock, asked));
  } finally {
    globalThis.fetch = real.fetch;
    Math.random = real.random;
    busySignal.changed = real.heard;
  }
}

const gaps = (times: readonly number[]): number[] => times.slice(1).map((t, i) => t - (times[i] ?? 0));

test("a wait is as long as the host says, a little more for each another, and bounded", (c) => {
  c.equal(
    [0, 0.5, 1].map((r) => retryWait(refusal("2"), r)),
    [2000, 3000, 4000],
    "parted by chance",
  );
  c.equal(retryWait(refusal("0"), 0), 1000, "never at once");
  c.equal(retryWait(refusal("86400"), 1), 8000, "never longer than a person waits");
  c.equal(retryWait(refusal("Fri, 31 Dec 1999 23:59:59 GMT"), 0), 1000, "a date");
  c.equal(retryWait(refusal(null), 0), null, "a host that ends says no time");
  c.equal(retryWait(new Response("", { status: 500, headers: { "Retry-After": "1" } }), 0), null, "another fault");
});

test("a request that the host has no room for is sent again, and a word is said of it after a second", (c) =>
  answered([refusal, refusal, () => new Response("there")], async (clock, asked) => {
    const told: [boolean, number][] = [];
    const begun = performance.now();
    busySignal.changed = (on) => told.push([on, performance.now() - begun]);
    const got = getBytes("the recording", "/api/replays/1/tics");
    await clock.pass(10_000);
    c.equal(new TextDecoder().decode((await got).bytes), "there", "the answer");
    c.equal(gaps(asked), [1500, 1500], "pauses");
    c.equal(told, [[true, 1000], [false, 3000]], "told"); // prettier-ignore
  }));

test("the page's own requests are sent again, each try with a limit of its own", (c) =>
  answered([refusal, refusal, () => new Response('{"a":1}')], async (clock, asked) => {
    const got = pageRequest("/api/check");
    await clock.pass(5000);
    c.equal([(await got).value, gaps(asked)], [{ a: 1 }, [1500, 1500]], "the answer, and pauses");
  }));

test("who is refused for a minute is told so", (c) =>
  answered([refusal], async (clock, asked) => {
    const got = httpRequest("the recording", "/x").then(() => null, (e: unknown) => e); // prettier-ignore
    await clock.pass(70_000);
    const e = await got;
    c.ok(e instanceof HostError && e.status === 503, "the refusal");
    c.ok(asked.length > 30 && asked.length <= 41, `asked ${asked.length} times`);
  }));

test("who gives up while the host has no room does not ask again", (c) =>
  answered([refusal], async (clock, asked) => {
    const abort = new AbortController();
    let told = false;
    busySignal.changed = (on) => (told = on);
    const got = fetchRetrying("/x", { signal: abort.signal }).then(() => "answered", () => "given up"); // prettier-ignore
    await clock.pass(1200);
    c.ok(told, "told while it waits");
    abort.abort();
    c.equal(await got, "given up", "at once");
    await clock.pass(20_000);
    c.equal([asked.length, told], [1, false], "asked, and told still");
  }));

test("the word stays as long as any request waits", async (c) => {
  const clock = new Clock();
  await clock.rule(async () => {
    const told: boolean[] = [];
    const sign = new BusySignal();
    sign.changed = (on) => told.push(on);
    const [short, one, two] = [sign.begin(), sign.begin(), sign.begin()];
    await clock.pass(900);
    short();
    await clock.pass(200);
    one();
    c.equal(told, [true], "one of two is there");
    two();
    c.equal(told, [true, false], "both are");
  });
  const view = new HostBusy();
  view.from("page", true);
  view.from("worker", true);
  view.from("page", false);
  c.ok(!view.element.hidden, "the Worker's wait");
  view.from("worker", false);
  c.ok(view.element.hidden, "nobody's");
});
