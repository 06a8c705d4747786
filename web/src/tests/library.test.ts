import { test, type Check } from "./check";
import { GameFetch, parseFetch, type FetchState } from "../page/gamefetch";
import { UploadError } from "../page/upload";
import { addedWords } from "../page/uploadlist";
import { UploadQueue } from "../page/uploadqueue";
import { parseWadList, type WadList } from "../page/wadlist";
import type { Wad } from "../shared/wads";

const wad = (id: string, kind: Wad["kind"], ...maps: string[]): Wad => ({
  id,
  name: `${id}.wad`,
  size: 1,
  kind,
  maps,
  title: id.toUpperCase(),
});

test("the host's list says what its own page may do, and guests' what is there", (c) => {
  const guest = parseWadList({ wads: [{ id: "a", name: "a.wad", kind: "pwad" }], revision: "r" });
  c.equal(
    [guest.wads.length, guest.revision, guest.folder, guest.unused, guest.limit, guest.fetch, guest.added],
    [1, "r", "", [], 0, false, null],
    "a guest's",
  );
  const own = parseWadList({
    folder: "/wads",
    limit: 5e8,
    fetch: true,
    unused: [{ name: "a.zip: b.wad", reason: "it is spoiled" }, 7],
    added: { name: "x.zip", before: true, wads: ["1"], unused: [{ name: "c.wad", reason: "it is locked" }] },
  });
  c.equal([own.folder, own.limit, own.fetch, own.unused.length], ["/wads", 5e8, true, 2], "the host's");
  c.equal(
    own.added,
    { name: "x.zip", before: true, wads: ["1"], unused: [{ name: "c.wad", reason: "it is locked" }] },
    "what became of a file",
  );
  c.equal(parseWadList({ limit: -1, fetch: "yes" }).limit, 0, "nonsense");
});

test("what a file brought is said in words", (c) => {
  const all = [
    wad("a", "iwad", "E1M1", "E1M2"),
    wad("b", "pwad"),
    wad("d", "pwad", "E1M1"),
    wad("e", "pwad"),
    wad("f", "pwad"),
  ];
  const added = (name: string, before: boolean, ...wads: string[]): string =>
    addedWords("x.zip", { name, before, wads, unused: [] }, all);
  c.equal(added("x.zip", false, "a"), "Added: game A, 2 maps.", "a game");
  c.equal(added("x-2.zip", false, "b", "d"), "Added as x-2.zip: add-on B, no maps of its own; add-on D, 1 map.", "two");
  c.equal(added("x.zip", true, "d"), "Was there already: add-on D, 1 map.", "once more");
  c.equal(added("x.zip", false, "a", "b", "d", "e", "f"), "Added: 1 game and 4 add-ons, 3 maps.", "many");
  c.equal(added("x.zip", false, "unknown"), "Added.", "one that has gone again");
});

/** A host that answers when it is told to. */
class Sent {
  readonly names: string[] = [];
  answers: {
    ok: (list: WadList) => void;
    fail: (e: unknown) => void;
    sent: (bytes: number) => void;
    signal: AbortSignal;
  }[] = [];

  readonly send = (file: File, sent: (bytes: number) => void, signal: AbortSignal): Promise<WadList> =>
    new Promise((ok, fail) => {
      this.names.push(file.name);
      signal.addEventListener("abort", () => fail(new UploadError("it was cancelled", 0)));
      this.answers.push({ ok, fail, sent, signal });
    });

  next(): (typeof this.answers)[number] {
    const answer = this.answers.shift();
    if (answer === undefined) throw new Error("nothing is sent");
    return answer;
  }
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
const answerOf = (name: string): WadList => parseWadList({ added: { name, before: false, wads: [], unused: [] } });

function uploads(pause: () => Promise<void>): {
  sent: Sent;
  queue: UploadQueue;
  states: () => string[];
  came: string[];
} {
  const sent = new Sent();
  const came: string[] = [];
  const queue = new UploadQueue(
    sent.send,
    () => undefined,
    (list) => came.push(list.added?.name ?? ""),
    pause,
  );
  const states = (): string[] =>
    queue.uploads.map(({ file, state }) => {
      const more =
        state.at === "sending" ? ` ${state.sent}` : state.at === "refused" ? ` ${state.why}, ${state.again}` : "";
      return `${file.name}: ${state.at}${more}`;
    });
  return { sent, queue, states, came };
}

const files = (...names: string[]): File[] => names.map((name) => new File(["1234"], name));

test("files are added one after the other, and each says what becomes of it", async (c: Check) => {
  const { sent, queue, states, came } = uploads(() => Promise.resolve());
  queue.add(files("a", "b", "c"));
  c.equal([sent.names, states()], [["a"], ["a: sending 0", "b: waiting", "c: waiting"]], "the first");
  const first = sent.next();
  first.sent(2);
  c.equal(states()[0], "a: sending 2", "half");
  first.sent(4);
  c.equal(states()[0], "a: checking", "all is sent");
  const [a] = queue.uploads;
  queue.remove(a?.id ?? 0);
  c.equal(states().length, 3, "what the host has cannot be taken back");
  first.ok(answerOf("a"));
  await settled();
  c.equal([states(), came], [["a: added", "b: sending 0", "c: waiting"], ["a"]], "the second");
  sent.next().fail(new UploadError("it is empty", 422));
  await settled();
  c.equal(states(), ["a: added", "b: refused it is empty, false", "c: sending 0"], "a refused one holds up none");
  sent.next().fail(new UploadError("the host does not answer", 0));
  await settled();
  c.equal(states()[2], "c: refused the host does not answer, true", "what may go well another time");
  queue.retry(queue.uploads[2]?.id ?? 0);
  queue.add(files("d"));
  c.equal(
    states(),
    ["b: refused it is empty, false", "c: sending 0", "d: waiting"],
    "what was added is no news any more",
  );
  sent.next().ok(answerOf("c"));
  await settled();
  sent.next().ok(answerOf("d"));
  await settled();
  c.equal(
    [sent.names, came],
    [
      ["a", "b", "c", "c", "d"],
      ["a", "c", "d"],
    ],
    "all",
  );
});

test("an upload is cancelled at any time, and the next one waits until the host has let go of it", async (c: Check) => {
  let go: () => void = () => undefined;
  const { sent, queue, states } = uploads(() => new Promise((done) => (go = done)));
  queue.add(files("a", "b", "c"));
  queue.remove(queue.uploads[1]?.id ?? 0);
  c.equal(states(), ["a: sending 0", "c: waiting"], "one that waits");
  const first = sent.next();
  queue.remove(queue.uploads[0]?.id ?? 0);
  c.ok(first.signal.aborted, "one that is sent");
  await settled();
  c.equal([sent.names, states()], [["a", "c"], ["c: sending 0"]], "goes, and the next is sent");
  sent.next().fail(new UploadError("another file is on its way", 409));
  await settled();
  c.equal(states(), ["c: sending 0"], "the host has the other one still");
  go();
  await settled();
  c.equal(sent.names, ["a", "c", "c"], "asked again");
  sent.next().fail(new UploadError("another file is on its way", 409));
  await settled();
  queue.remove(queue.uploads[0]?.id ?? 0);
  go();
  await settled();
  c.equal([sent.names.length, states()], [3, []], "cancelled while it waits for that");
});

test("a game that is fetched is followed while there is none", async (c: Check) => {
  const asked: string[] = [];
  const told: string[] = [];
  let answer: unknown = { state: "idle" };
  let came = 0;
  const tell = (s: FetchState): number => told.push(`${s.state} ${s.done}/${s.total} ${s.error}`);
  const fetch = new GameFetch(
    () => "token",
    tell,
    () => came++,
    (path, init) => {
      asked.push(`${init?.method ?? "GET"} ${path} ${new Headers(init?.headers).get("Authorization")}`);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  );
  fetch.follow(true);
  await settled();
  c.equal([asked.splice(0), told.splice(0)], [["GET /api/wads/fetch Bearer token"], ["idle 0/0 "]], "before");
  answer = { state: "running", what: "fetching", done: 3, total: 9 };
  await fetch.start();
  c.equal([asked.splice(0), told.splice(0)], [["POST /api/wads/fetch Bearer token"], ["running 3/9 "]], "on its way");
  answer = new Error("the host does not answer");
  await fetch.cancel();
  c.equal(
    [asked.splice(0), told.splice(0)],
    [["DELETE /api/wads/fetch Bearer token"], ["failed 0/0 the host does not answer"]],
    "a failure",
  );
  answer = { state: "done", done: 9, total: 9 };
  await fetch.start();
  await fetch.start();
  c.equal(came, 1, "it has come, once");
  fetch.follow(false);
  c.equal(
    parseFetch({ state: "odd", done: "x" }),
    { state: "idle", what: "", done: 0, total: 0, error: "" },
    "nonsense",
  );
});
