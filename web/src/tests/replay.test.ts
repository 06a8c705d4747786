import { test } from "./check";
import { clock } from "../page/replayview";
import { Phase } from "../worker/phase";
import { ReplayFeed, type Fed } from "../worker/replay";
import { HostReplay } from "../worker/replaysource";
import { defaultParams } from "../shared/lobby";
import type { ReplayState } from "../shared/messages";
import { bundleBytes, ticMillis } from "../shared/wire";

const tics = 5000;
const head = { params: defaultParams, names: [], slots: [0], tics };

function feed(sameBuild: boolean, game: Given): ReplayFeed {
  return new ReplayFeed(new HostReplay("1", head, sameBuild), game);
}

/** A host with a replay and snapshots every 700 tics, and what it was asked for. */
function serve(asked: string[], there = tics, held: Promise<void>[] = []): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = (input) => {
    const url = new URL(
      typeof input === "string" ? input : input instanceof URL ? input.href : input.url,
      location.href,
    );
    asked.push(url.pathname.split("/").pop() ?? "");
    const number = (name: string): number => Number(url.searchParams.get(name));
    if (url.pathname.endsWith("/tics")) {
      const count = Math.max(0, Math.min(number("count"), there - number("from")));
      const data = new Uint8Array(count * bundleBytes);
      const view = new DataView(data.buffer);
      for (let i = 0; i < count; i++) view.setUint32(i * bundleBytes, number("from") + i, true);
      const answer = new Response(data, { headers: { "X-Doomhost-Tics": String(tics) } });
      return (number("from") === 0 ? Promise.resolve() : (held.shift() ?? Promise.resolve())).then(() => answer);
    }
    const tic = Math.floor(number("tic") / 700) * 700;
    if (tic === 0) return Promise.resolve(new Response("", { status: 404 }));
    return Promise.resolve(
      new Response(Uint8Array.of(tic & 255, tic >> 8), { headers: { "X-Doomhost-Tic": String(tic) } }),
    );
  };
  return () => {
    globalThis.fetch = real;
  };
}

/** A game that executes what it is given at once. */
class Given implements Fed {
  tic = 0;
  starts: number[] = [];
  executed = 0;
  wrong = 0;
  saved = 0;
  state: ReplayState | null = null;
  error: unknown = null;

  nextTic(): number {
    return this.tic;
  }
  receive(bundle: ArrayBuffer): void {
    if (new DataView(bundle).getUint32(0, true) !== this.tic) this.wrong++;
    this.tic++;
    this.executed++;
  }
  moveTo(state: Uint8Array | null): void {
    this.tic = state === null ? 0 : (state[0] ?? 0) + 256 * (state[1] ?? 0);
    this.starts.push(this.tic);
  }
  save(): Uint8Array {
    this.saved++;
    return Uint8Array.of(this.tic & 255, this.tic >> 8);
  }
  pace(): void {}
  changed(state: ReplayState): void {
    this.state = state;
  }
  failed(e: unknown): void {
    this.error = e;
  }
}

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !done(); i++) await new Promise((r) => setTimeout(r, 5));
}

test("a replay seeks through snapshots, both ways, and plays on from there", async (c) => {
  const asked: string[] = [];
  const done = serve(asked);
  const game = new Given();
  const replay = feed(true, game);
  try {
    replay.play(false);
    replay.seek(3000);
    await until(() => game.tic === 3000 && game.state?.seeking === false);
    c.equal(game.tic, 3000, "forward");
    c.equal(game.starts, [2800], "from the snapshot before");
    c.ok(game.executed === 200, `${game.executed} tics were played for it`);
    replay.seek(100);
    await until(() => game.tic === 100 && game.state?.seeking === false);
    c.equal(game.tic, 100, "back");
    c.equal(game.starts, [2800, 0], "from the beginning, where no snapshot is before");
    replay.seek(150);
    await until(() => game.tic === 150 && game.state?.seeking === false);
    c.equal(game.starts.length, 2, "a step ahead needs none");
    replay.setSpeed(16);
    replay.play(true);
    await until(() => game.tic > 250);
    c.ok(game.tic > 250, "it plays on");
    c.equal([game.wrong, game.error], [0, null], "every tic came in its turn");
  } finally {
    replay.stop();
    done();
  }
});

test("a replay of another build seeks without snapshots", async (c) => {
  const asked: string[] = [];
  const done = serve(asked);
  const game = new Given();
  const replay = feed(false, game);
  try {
    replay.play(false);
    replay.seek(4000);
    await until(() => game.tic === 4000 && game.state?.seeking === false);
    c.equal([game.tic, game.executed], [4000, 4000], "all tics were played");
    c.ok(!asked.includes("snapshot"), "no snapshot was asked for");
    replay.seek(3000);
    await until(() => game.tic === 3000 && game.state?.seeking === false);
    c.equal(game.starts.length, 1, "back");
    c.ok((game.starts[0] ?? 0) > 0, `from a state that it was in, at tic ${game.starts[0]}`);
  } finally {
    replay.stop();
    done();
  }
});

test("a replay stops at its end and begins again", async (c) => {
  const done = serve([]);
  const game = new Given();
  const replay = feed(true, game);
  try {
    replay.setSpeed(16);
    replay.seek(tics - 20);
    await until(() => game.state?.playing === false);
    c.equal([game.tic, game.state?.tic, game.state?.playing], [tics, tics, false], "at the end");
    replay.play(true);
    await until(() => game.tic > 0 && game.tic < tics - 100);
    c.ok(game.tic < tics - 100, "from the beginning");
  } finally {
    replay.stop();
    done();
  }
});

test("a replay plays on while it fetches what comes later", async (c) => {
  const asked: string[] = [];
  let release = (): void => undefined;
  const later = new Promise<void>((done) => {
    release = done;
  });
  const done = serve(asked, tics, [later]);
  const game = new Given();
  const replay = feed(true, game);
  try {
    replay.setSpeed(16);
    // From tic 1024 on the next piece is asked for, which does not come yet.
    await until(() => game.tic > 1500);
    c.ok(game.tic > 1500 && asked.length === 2, `at tic ${game.tic} with ${asked.length} pieces asked for`);
    await until(() => game.tic === 2048);
    c.equal(game.tic, 2048, "to where it has to wait");
    release();
    await until(() => game.tic > 2100);
    c.ok(game.tic > 2100 && game.error === null, "and on");
  } finally {
    replay.stop();
    done();
  }
});

test("a replay whose file is shorter than it says ends where the file does", async (c) => {
  const asked: string[] = [];
  const done = serve(asked, 100);
  const game = new Given();
  const replay = feed(false, game);
  try {
    replay.setSpeed(16);
    await until(() => game.state?.playing === false);
    c.equal([game.tic, game.state?.tics, game.state?.playing], [100, 100, false], "at its end");
    const before = asked.length;
    await new Promise((r) => setTimeout(r, 100));
    c.equal(asked.length, before, "nothing more is asked for");
    replay.seek(4000);
    await until(() => game.state?.seeking === false);
    c.equal([game.tic, game.state?.seeking], [100, false], "a seek behind it ends there");
  } finally {
    replay.stop();
    done();
  }
});

test("pictures keep up with a hurried replay", (c) => {
  const phase = new Phase();
  phase.pace(4);
  for (let i = 0; i < 50; i++) phase.tic((i * ticMillis) / 4);
  const last = (49 * ticMillis) / 4;
  c.ok(Math.abs(phase.alpha(last + ticMillis / 8) - 0.5) < 0.1, "half a tic later");
});

test("a place in a recording reads as a clock", (c) => {
  c.equal([clock(0), clock(35 * 61), clock(35 * 3661 + 34)], ["0:00", "1:01", "1:01:01"], "clock");
});
