import { test } from "./check";
import type { Check } from "../page/api";
import { blocks, MapCheck } from "../page/mapcheck";
import { defaultParams, type Params } from "../shared/lobby";

const nothing: Check = { error: "", needs: [], notes: [] };
const boom: Check = { error: "", needs: ["MAP07 needs Boom: linedef 24576 (generalized floor)"], notes: [] };
const choice = (map: number): Params => ({ ...defaultParams, wadId: "game", map });

/** A check whose questions are answered by hand. */
function byHand(): {
  check: MapCheck;
  asked: number[];
  answer(map: number, c: Check): Promise<void>;
  founds(): number;
} {
  const asked: number[] = [];
  const waiting = new Map<number, (c: Check) => void>();
  let founds = 0;
  const check = new MapCheck(
    () => founds++,
    (p) =>
      new Promise((resolve) => {
        asked.push(p.map);
        waiting.set(p.map, resolve);
      }),
  );
  const answer = async (map: number, c: Check): Promise<void> => {
    waiting.get(map)?.(c);
    await new Promise((done) => setTimeout(done)); // what follows from the answer
  };
  return { check, asked, answer, founds: () => founds };
}

test("what a map needs is said to each in their own words", async (c) => {
  const { check, answer } = byHand();
  check.choose(choice(7), "MAP07", "guest");
  c.equal([check.verdict, check.element.hidden], [null, true], "nothing is known yet");
  await answer(7, boom);
  const text = (): string => check.element.textContent ?? "";
  c.ok(check.verdict !== null && blocks(check.verdict) && !check.element.hidden, "it blocks");
  c.ok(text().startsWith("MAP07 may not be playable to its end hereMAP07 needs Boom: linedef 24576"), text());
  c.ok(text().includes("ask the host to start"), "a guest asks");
  check.choose(choice(7), "MAP07", "host");
  c.ok(text().includes("or start this one anyway"), "the host decides");
  check.choose(choice(7), "MAP07", "alone");
  c.ok(text().includes("or play this one anyway"), "and so does who plays alone");
});

test("an answer that comes late is not of the choice that stands now", async (c) => {
  const { check, asked, answer, founds } = byHand();
  check.choose(choice(7), "MAP07", "host");
  check.choose(choice(8), "MAP08", "host");
  await answer(7, boom);
  c.equal([check.verdict, check.element.hidden, founds()], [null, true, 0], "MAP07's");
  await answer(8, nothing);
  c.ok(check.verdict !== null && !blocks(check.verdict) && check.element.hidden, "MAP08 lacks nothing");
  check.choose(choice(7), "MAP07", "host");
  c.ok(check.verdict !== null && blocks(check.verdict) && !check.element.hidden, "MAP07 is known by now");
  c.equal([asked, founds()], [[7, 8], 1], "each is asked for once");
  check.choose(choice(9), "MAP09", "host");
  c.equal([check.verdict, check.element.hidden], [null, true], "nothing of MAP07 stands beside MAP09");
  check.forget();
  check.choose(choice(7), "MAP07", "host");
  c.equal([check.verdict, asked], [null, [7, 8, 9, 7]], "other WADs, another question");
});

test("notes are quiet, and a map that cannot be played is not", async (c) => {
  const { check, answer } = byHand();
  const songs = "Songs in MP3, which doomhost does not play: D_RUNNIN";
  check.choose(choice(1), "MAP01", "guest");
  await answer(1, { ...nothing, notes: [songs] });
  c.ok(check.verdict !== null && !blocks(check.verdict), "a song keeps nobody from playing");
  c.equal(check.element.textContent, songs, "one is a line");
  check.choose(choice(2), "MAP02", "guest");
  await answer(2, { ...nothing, notes: [songs, "x"] });
  c.ok(
    check.element.querySelector("details:not([open]) summary")?.textContent ===
      "Played without 2 things that its files have",
    "several are folded",
  );
  check.choose(choice(3), "MAP03", "host");
  await answer(3, { ...nothing, error: "load map MAP03: is in the UDMF format" });
  c.ok(
    check.verdict !== null &&
      blocks(check.verdict) &&
      (check.element.textContent ?? "").startsWith("This game would not start"),
    "an error blocks",
  );
});

test("without a game nothing is asked", (c) => {
  const { check, asked } = byHand();
  check.choose(defaultParams, "", "guest");
  c.equal([asked, check.element.hidden], [[], true], "no WAD");
});
