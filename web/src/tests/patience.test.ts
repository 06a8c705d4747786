import { test } from "./check";
import { Clock } from "./clock";
import { tryMillis, stillMillis } from "../shared/patience";
import { Prefetch } from "../worker/prefetch";
import { HostError } from "../worker/http";
import { Channel } from "../worker/channel";
import { DamagedWadError, loadWad } from "../worker/wads";
import { FilledWatch } from "../worker/filled";
import { Lobby } from "../worker/lobby";
import { sha256Hex } from "../worker/sha256";
import { WadCache } from "../worker/wadcache";
import { RetryWindow } from "../worker/retrywindow";
import type { HostUnreachable, Failure } from "../shared/messages";

/** A WebSocket to a host that never says anything; broken: that refuses. */
class Silent {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Silent[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: (() => void) | null = null;
  onclose: ((e: { code: number; reason: string }) => void) | null = null;

  constructor() {
    Silent.all.push(this);
  }
  send(): void {
    // Nobody listens.
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  end(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1006, reason: "" });
  }
}

async function silent(body: (clock: Clock) => Promise<void>): Promise<void> {
  const real = globalThis.WebSocket;
  globalThis.WebSocket = Silent as unknown as typeof WebSocket;
  Silent.all = [];
  const clock = new Clock();
  try {
    await clock.rule(() => body(clock));
  } finally {
    globalThis.WebSocket = real;
  }
}

test("a lobby that does not answer is told of within two seconds, and tried for ten minutes", (c) =>
  silent(async (clock) => {
    const told: HostUnreachable[] = [];
    const lobby = new Lobby({
      link: () => {},
      unreachable: (g) => told.push(g),
      message: () => {},
      roundTrip: () => {},
      kicked: () => {},
    });
    await clock.pass(1000);
    c.equal(told, [], "not at once");
    await clock.pass(1000);
    c.equal([told.length, told[0]?.wasConnected, told[0]?.ended], [1, false, false], "told");
    c.equal(told[0]?.retryFor, tryMillis, "for how long it is tried");
    await clock.pass(tryMillis + 30_000);
    c.equal(told.at(-1)?.retryFor, 0, "given up");
    const attempts = Silent.all.length;
    c.ok(attempts > 40, `${attempts} attempts`);
    await clock.pass(tryMillis);
    c.equal(Silent.all.length, attempts, "none any more");
    lobby.reconnect();
    c.equal(Silent.all.length, attempts + 1, "one when it is wanted");
    await clock.pass(5000);
    lobby.reconnect();
    c.equal(Silent.all.length, attempts + 2, "a new one in the place of one that hangs");
    Silent.all.at(-1)?.open();
    Silent.all.at(-1)?.end();
    c.equal(
      [told.at(-1)?.wasConnected, told.at(-1)?.retryFor],
      [true, tryMillis],
      "lost after it was there: for as long as ever",
    );
  }));

test("a game's connection is tried for ten minutes, and again when somebody wants it", (c) =>
  silent(async (clock) => {
    const lefts: number[] = [];
    let opened = 0;
    const channel = new Channel({ slot: 0, token: "t" }, "socket", () => 0, {
      open: () => opened++,
      lost: (left) => lefts.push(left),
      bundle: () => {},
      closed: () => {},
      used: () => {},
      toPage: () => {},
    });
    Silent.all[0]?.open();
    c.equal(opened, 1, "there");
    channel.again();
    c.equal(Silent.all.length, 1, "nothing to try while it is there");
    Silent.all[0]?.end();
    c.equal(lefts, [tryMillis], "lost, and how long it is tried");
    await clock.pass(tryMillis + 30_000); // each attempt hangs
    c.equal(lefts.at(-1), 0, "given up");
    const attempts = Silent.all.length;
    c.ok(attempts > 40, `${attempts} attempts`);
    await clock.pass(tryMillis);
    c.equal(Silent.all.length, attempts, "none any more");
    channel.again();
    c.equal(Silent.all.length, attempts + 1, "one when it is wanted");
    Silent.all.at(-1)?.open();
    c.equal(opened, 2, "there again");
    Silent.all.at(-1)?.end();
    c.equal(lefts.at(-1), tryMillis, "lost once more: for as long as ever");
    channel.close();
  }));

test("what a laptop sleeps away is no time in which a host was tried", (c) => {
  const trying = new RetryWindow();
  c.equal(trying.remaining(0), tryMillis, "from the first");
  c.equal(trying.remaining(10_000), tryMillis - 10_000, "ten seconds");
  c.equal(trying.remaining(10 * tryMillis), tryMillis - 40_000, "a night");
  trying.reset();
  c.equal(trying.remaining(11 * tryMillis), tryMillis, "anew");
});

test("who is filled in for over a second is told of, and no more when it is back", (c) => {
  const watch = new FilledWatch();
  const run = (n: number, inGame: number, filled: number): string => {
    const seen: string[] = [];
    for (let i = 1; i <= n; i++) if (watch.tic(inGame, filled)) seen.push(`${i}:${watch.slow}`);
    return seen.join(" ");
  };
  c.equal(run(34, 3, 2), "", "under a second");
  c.equal(run(100, 3, 2), "1:2", "over a second, once");
  c.equal(run(60, 3, 0), "23:0", "back");
  c.equal(run(500, 3, 0), "", "in step");
  c.equal([...Array(40)].map(() => run(1, 3, 2) + run(1, 3, 0)).join(""), "", "now and then");
  c.equal(run(40, 7, 6), "35:6", "two");
  c.equal(run(1, 3, 2), "1:2", "one of them is out of the game");
});

/** A store that keeps nothing. */
const nothing = new WadCache({
  get: () => Promise.resolve(null),
  put: () => Promise.resolve(true),
  remove: () => Promise.resolve(),
  keys: () => Promise.resolve([]),
});

/** Lets a host serve a file by pieces: each answer is a list of pieces, after the last of which nothing comes. */
async function served(
  file: Uint8Array,
  answers: { readonly bytes: number; readonly then: "still" | "breaks" | "ends" | "damaged" }[],
  body: (clock: Clock, asked: string[]) => Promise<void>,
): Promise<void> {
  const real = globalThis.fetch;
  const asked: string[] = [];
  const clock = new Clock();
  globalThis.fetch = (_, init) => {
    const range = new Headers(init?.headers).get("Range");
    asked.push(range ?? "all");
    const from = range === null ? 0 : Number(/\d+/.exec(range)?.[0]);
    const answer = answers.shift();
    if (answer === undefined)
      return new Promise((_, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
      );
    const stream = new ReadableStream<Uint8Array>({
      start(to) {
        const piece = file.slice(from, from + answer.bytes);
        if (answer.then === "damaged" && piece.length > 0) piece[0] = (piece[0] as number) ^ 1;
        to.enqueue(piece);
        if (answer.then === "ends" || answer.then === "damaged") to.close();
        init?.signal?.addEventListener("abort", () => answer.then === "still" && to.error(init.signal?.reason));
      },
      pull(to) {
        if (answer.then === "breaks") to.error(new TypeError("broken"));
      },
    });
    const headers: Record<string, string> = { "Content-Length": String(file.length - from) };
    if (from > 0) headers["Content-Range"] = `bytes ${from}-${file.length - 1}/${file.length}`;
    return Promise.resolve(new Response(stream, { status: from > 0 ? 206 : 200, headers }));
  };
  try {
    await clock.rule(() => body(clock, asked));
  } finally {
    globalThis.fetch = real;
  }
}

const file = Uint8Array.from({ length: 5000 }, (_, i) => i * 7);

test("a WAD that stops coming is asked for anew, from where it stopped", async (c) => {
  const id = await sha256Hex(file);
  await served(
    file,
    [
      { bytes: 2000, then: "still" },
      { bytes: 1000, then: "still" },
      { bytes: 2000, then: "ends" },
    ],
    async (clock, asked) => {
      const told: string[] = [];
      let wad: Uint8Array | null = null;
      void loadWad(nothing, id, new AbortController().signal, (done, total) => told.push(`${done}/${total}`)).then(
        (w) => (wad = w),
      );
      await clock.pass(stillMillis - 1000);
      c.equal(asked, ["all"], "waited for");
      await clock.pass(2 * stillMillis);
      c.equal(asked, ["all", "bytes=2000-", "bytes=3000-"], "asked");
      c.equal(told, ["2000/5000", "3000/5000", "5000/5000"], "told");
      c.equal(wad, file, "the WAD");
    },
  );
});

test("a WAD of which nothing comes is given up", async (c) => {
  const id = await sha256Hex(file);
  await served(file, [{ bytes: 2000, then: "breaks" }], async (clock, asked) => {
    let failure: unknown = null;
    loadWad(nothing, id, new AbortController().signal, () => {}).catch((e: unknown) => (failure = e));
    await clock.pass(stillMillis + 1000);
    c.equal([asked.length, failure], [3, null], "asked once more");
    await clock.pass(stillMillis);
    c.ok(failure instanceof HostError && failure.status === 0, "the host does not answer");
  });
});

test("a WAD that comes damaged is fetched from the start once more", async (c) => {
  const id = await sha256Hex(file);
  await served(
    file,
    [
      { bytes: 5000, then: "damaged" },
      { bytes: 5000, then: "ends" },
    ],
    async (_, asked) => {
      c.equal(await loadWad(nothing, id, new AbortController().signal, () => {}), file, "the WAD");
      c.equal(asked, ["all", "all"], "asked");
    },
  );
  await served(
    file,
    [
      { bytes: 5000, then: "damaged" },
      { bytes: 5000, then: "damaged" },
    ],
    async () => {
      const failure = await loadWad(nothing, id, new AbortController().signal, () => {}).catch((e: unknown) => e);
      c.ok(failure instanceof DamagedWadError, "damaged twice");
    },
  );
});

test("what is loaded ahead and does not come is told, and asked for again", async (c) => {
  const clock = new Clock();
  await clock.rule(async () => {
    const told: (Failure | null)[] = [];
    let fails: Error | null = new HostError("the WAD", 0);
    let asked = 0;
    const ahead = new Prefetch(
      () => {
        asked++;
        return fails === null ? Promise.resolve() : Promise.reject(fails);
      },
      (failure) => told.push(failure),
    );
    ahead.want(["a"], () => true);
    await clock.pass(1);
    c.equal(
      told.map((t) => t?.kind),
      ["wads"],
      "told",
    );
    await clock.pass(10_000);
    c.equal(asked, 3, "asked again");
    fails = null;
    await clock.pass(5000);
    c.equal([asked, told.at(-1)], [4, null], "it came");
    fails = new DamagedWadError("no");
    ahead.want(["b"], () => true);
    await clock.pass(60_000);
    c.equal([asked, told.at(-1)?.kind], [5, "wadDamaged"], "what is wrong is not asked for again");
  });
});
