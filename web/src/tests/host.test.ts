import { test } from "./check";
import { AdminAuth } from "../page/adminauth";
import { failureText } from "../page/text";
import { httpRequest, HostError } from "../worker/http";
import { ContentLoader, loadFailure } from "../worker/content";
import { spectating, wantsSnapshot } from "../worker/activity";
import { Silence } from "../worker/silence";
import { defaultParams, type FromHost } from "../shared/lobby";

const welcome = (host: boolean): FromHost => ({
  t: "welcome",
  slot: 0,
  color: "Green",
  token: "t",
  host,
  signal: false,
});
const error: FromHost = { t: "error", reason: "no" };

test("the host's token is shown once on each connection, and forgotten when it is refused", (c) => {
  let forgotten = 0;
  const right = new AdminAuth("secret", () => forgotten++);
  c.equal(
    [right.received(error), right.received(welcome(false)), right.received(welcome(false))],
    [null, "ask", null],
    "asked once",
  );
  c.equal(
    [right.received({ t: "host" }), right.received(error), right.received(welcome(true))],
    [null, null, null],
    "granted: an error is about something else",
  );
  right.connected();
  c.equal(
    [right.received({ t: "full", reason: "" }), right.received(error), right.received(error)],
    ["ask", "refused", null],
    "refused",
  );
  c.equal([right.token, forgotten], ["", 1], "forgotten");
  right.connected();
  c.equal(right.received(welcome(false)), null, "nothing to show");
});

test("silence is counted while this machine is awake", (c) => {
  const silence = new Silence();
  silence.received(0);
  let waited = 0;
  for (let now = 100; now <= 1500; now += 100) waited = silence.beat(now);
  c.equal(waited, 1500, "beat by beat");
  silence.received(1500);
  c.equal(silence.beat(1600), 100, "anew after something was heard");
  c.ok(silence.beat(9_000_000) < 1000, "a night's sleep says nothing of the host");
  silence.received(9_000_000);
  waited = 0;
  for (let minute = 1; minute <= 3; minute++) waited = silence.beat(9_000_000 + minute * 60_000);
  c.equal(waited, 1500, "timers that a browser holds back count little");
});

test("a host without the thing is not a WAD that can't be played", async (c) => {
  const real = globalThis.fetch;
  const asked = async (answer: () => Promise<Response>): Promise<unknown> => {
    globalThis.fetch = answer;
    try {
      return await httpRequest("the recording", "/x");
    } catch (e) {
      return e;
    } finally {
      globalThis.fetch = real;
    }
  };
  const gone = await asked(() => Promise.resolve(new Response("", { status: 404 })));
  c.equal(loadFailure(gone), { kind: "host", what: "the recording", status: 404 }, "not there");
  c.ok(failureText(loadFailure(gone)).title.includes("did not send the recording"), "in words");
  c.ok(failureText({ kind: "host", what: "the engine", status: 500 }).text.includes("500"), "an error");
  const silent = await asked(() => Promise.reject(new TypeError("Failed to fetch")));
  c.ok(silent instanceof HostError && silent.status === 0, "not reached");
  c.equal(loadFailure(silent).kind, "wads", "a matter of the network");
  c.ok((await asked(() => Promise.resolve(new Response("ok")))) instanceof Response, "there");
});

test("an engine that did not arrive is fetched again by who tries again", async (c) => {
  const real = globalThis.fetch;
  let asked = 0;
  globalThis.fetch = (input) => {
    if (input === "/engine.wasm") asked++;
    return Promise.resolve(new Response("", { status: 500 }));
  };
  try {
    const content = new ContentLoader("/engine.wasm", "build", () => undefined);
    const failure = (): Promise<unknown> => content.engine([]).then(() => null, loadFailure);
    c.equal(await failure(), { kind: "host", what: "the engine", status: 500 }, "told why");
    const before = asked;
    await failure();
    c.ok(asked > before, "asked again");
  } finally {
    globalThis.fetch = real;
  }
});

test("a spectator begins with the host's snapshot, whatever it knows of the game", (c) => {
  const entry = spectating(defaultParams, [{ slot: 2, color: "Brown", name: "Ada", ready: false }], 0);
  c.equal([entry.slot, entry.slots, entry.names[2]], [2, [2], "Ada"], "through the eyes of who is there");
  c.ok(wantsSnapshot(entry), "a spectator");
  c.ok(!wantsSnapshot({ ...entry, role: "player" }), "not who was launched");
  c.ok(wantsSnapshot({ ...entry, role: "player", frontier: 9000 }), "who drops in");
  c.ok(
    !wantsSnapshot({ ...entry, role: "replay", frontier: 9000 }) &&
      !wantsSnapshot({ ...entry, role: "solo", frontier: 9000 }),
    "not what is no game of the host",
  );
});
