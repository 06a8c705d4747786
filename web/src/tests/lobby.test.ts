import { test } from "./check";
import { parseFromHost, type ToHost } from "../shared/lobby";
import { findWad, mapName, mapNumbers, parseWads } from "../shared/wads";
import { bundleHead } from "../shared/wire";

/** The host's types for what it is sent: what does not fit is an error of the compiler. */
test("messages to the host have its names and fields", (c) => {
  const sent: ToHost[] = [
    { t: "join", slot: 1, name: "Ada" },
    // @ts-expect-error a misspelt field
    { t: "join", slot: 1, nam: "Ada" },
    // @ts-expect-error a message that the host does not know
    { t: "dance" },
    // @ts-expect-error a field that is missing
    { t: "resume", slot: 1 },
    // @ts-expect-error another type
    { t: "kick", slot: "1" },
    // @ts-expect-error a misspelt field of the parameters
    { t: "params", params: { skil: 4 } },
  ];
  c.equal(sent[0], { t: "join", slot: 1, name: "Ada" }, "as it is sent");
});

test("messages of the host are read with care", (c) => {
  for (const bad of [
    "",
    "null",
    "[]",
    "7",
    '{"t":1}',
    '{"t":"unheard of"}',
    '{"t":"toString"}',
    '{"t":"roster"',
    '"roster"',
  ]) {
    c.equal(parseFromHost(bad), null, bad);
  }
  c.equal(
    parseFromHost('{"t":"welcome"}'),
    { t: "welcome", slot: 0, color: "", token: "", host: false, signal: false },
    "a bare welcome",
  );
  const roster = parseFromHost(
    '{"t":"roster","players":[{"slot":1,"name":7},null],"params":{"skill":99,"mode":"chess","map":-3}}',
  );
  c.ok(roster?.t === "roster", "a roster with nonsense in it is still a roster");
  if (roster?.t !== "roster") return;
  c.equal(
    roster.players,
    [
      { slot: 1, color: "", name: "", ready: false, progress: null },
      { slot: 0, color: "", name: "", ready: false, progress: null },
    ],
    "players",
  );
  c.equal(
    [roster.params.skill, roster.params.mode, roster.params.map, roster.params.pwads],
    [5, "coop", 1, []],
    "params in their ranges",
  );
});

test("what was sent is what is read", (c) => {
  c.equal(
    parseFromHost(
      '{"t":"launch","params":{"wad":"freedoom1.wad","wadId":"ab","episode":2,"map":3,"skill":4,"mode":"altdeath","nomonsters":true,"timer":5},"numplayers":4,"slots":[0,2],"names":["A","","B",""],"token":"x","join":true,"frontier":70}',
    ),
    {
      t: "launch",
      params: {
        wad: "freedoom1.wad",
        wadId: "ab",
        pwads: [],
        episode: 2,
        map: 3,
        skill: 4,
        mode: "altdeath",
        nomonsters: true,
        fast: false,
        respawn: false,
        timer: 5,
      },
      slots: [0, 2],
      names: ["A", "", "B", ""],
      token: "x",
      join: true,
      resume: false,
      frontier: 70,
    },
    "launch",
  );
  c.equal(
    parseFromHost('{"t":"chat","name":"A","text":"hi"}'),
    { t: "chat", slot: null, name: "A", text: "hi", past: false },
    "a spectator's chat has no slot",
  );
});

test("maps and WADs by name", (c) => {
  c.equal(mapNumbers("E2M7"), { episode: 2, map: 7 }, "E2M7");
  c.equal(mapNumbers("MAP31"), { episode: 1, map: 31 }, "MAP31");
  c.equal(mapNumbers("TITLEMAP"), null, "a name that is no map's");
  c.equal(mapName(["E1M1", "E1M2"], 1, 2), "E1M2", "by episode");
  c.equal(mapName(["MAP01"], 1, 1), "MAP01", "by number");
  const wads = parseWads({
    wads: [{ id: "1", name: "Freedoom1.WAD", kind: "iwad", maps: ["E1M1"] }, { name: "no id" }, "nonsense"],
  });
  c.equal(wads.length, 1, "entries without an id are left out");
  c.equal(findWad(wads, "freedoom1")?.id, "1", "in any case, without the ending");
  c.equal(findWad(wads, "doom2"), null, "not there");
});

test("only whole bundles are bundles", (c) => {
  c.equal(bundleHead(new ArrayBuffer(37)), null, "too short");
  c.equal(bundleHead(new ArrayBuffer(39)), null, "too long");
  const bytes = new Uint8Array(38);
  bytes.set([1, 2, 0, 0, 5, 4]);
  c.equal(bundleHead(bytes.buffer), { tic: 513, inGame: 5, fabricated: 4 }, "head");
});

test("a player's progress is read with care", (c) => {
  const roster = parseFromHost(
    '{"t":"roster","players":[{"slot":1,"progress":{"have":12,"total":28}},{"slot":2,"progress":{"have":28,"total":28}},{"slot":3,"progress":7}]}',
  );
  c.ok(roster?.t === "roster", "a roster");
  if (roster?.t !== "roster") return;
  c.equal(
    roster.players.map((p) => p.progress),
    [{ have: 12, total: 28 }, null, null],
    "progress",
  );
  c.equal(
    parseFromHost('{"t":"waiting","slots":[1],"millis":9500}'),
    { t: "waiting", slots: [1], millis: 9500 },
    "who is waited for",
  );
});
