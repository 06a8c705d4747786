import { test } from "./check";
import { firstScreen, reduce, type PageEvent, type Screen } from "../page/state";
import { defaultParams, type FromHost } from "../shared/lobby";

function after(...events: PageEvent[]): Screen {
  return events.reduce<Screen>(reduce, firstScreen);
}

function host(message: FromHost): PageEvent {
  return { k: "lobby", message };
}

const welcome = host({ t: "welcome", slot: 2, color: "Brown", token: "t", host: false, signal: false });
const seated = { slot: 2, color: "Brown", name: "Brown", ready: false };
const roster = host({ t: "roster", players: [seated], freeSlots: [0, 1, 3], params: defaultParams, inGame: false });
const launch = host({
  t: "launch",
  params: defaultParams,
  slots: [2],
  names: ["", "", "", ""],
  token: "t",
  join: false,
  resume: false,
  frontier: 0,
});
const playing: PageEvent = { k: "playing", role: "player", slot: 2, names: [], palettes: new ArrayBuffer(0) };

test("from the lobby into a game and back", (c) => {
  c.equal(after({ k: "lobbyLink", state: "open", retryIn: 0 }, welcome, roster).lobby.slot, 2, "a seat");
  c.equal(after(welcome, roster, host({ t: "countdown", n: 3 })).lobby.countdown, 3, "the countdown");
  c.equal(after(welcome, roster, launch).at, "loading", "launched");
  c.equal(after(welcome, roster, launch, playing).at, "game", "playing");
  const over = after(welcome, roster, launch, playing, { k: "gameEnded", failure: { kind: "ended" } });
  c.ok(over.at === "lobby" && over.failure?.kind === "ended", "back in the lobby, and told why");
});

test("a game goes on when the lobby's connection is lost and comes back", (c) => {
  const screen = after(
    welcome,
    roster,
    launch,
    playing,
    { k: "lobbyLink", state: "lost", retryIn: 250 },
    { k: "lobbyLink", state: "open", retryIn: 0 },
    welcome,
    launch,
  );
  c.equal(screen.at, "game", "still playing");
});

test("a seat that somebody else has is not ours", (c) => {
  const other = host({
    t: "roster",
    players: [{ ...seated, slot: 0 }],
    freeSlots: [1, 2, 3],
    params: defaultParams,
    inGame: false,
  });
  c.equal(after(welcome, other).lobby.slot, null, "no seat");
});

test("talk is told again on a new connection, and what happens to others is told", (c) => {
  const line = (text: string, past: boolean): PageEvent => host({ t: "chat", slot: 1, name: "Bo", text, past });
  const talk = (...events: PageEvent[]): string[] =>
    after(welcome, roster, ...events).lobby.chat.map((l) => `${l.name} ${l.text}`);
  c.equal(talk(line("hi", false), { k: "lobbyLink", state: "open", retryIn: 0 }, line("hi", true)), ["Bo hi"], "once");
  c.equal(
    talk(
      host({ t: "joined", slot: 3, tic: 9 }),
      host({ t: "dropped", slot: 3, reason: "silent" }),
      host({ t: "dropped", slot: 3, reason: "stopped" }),
    ),
    ["Red joined the game", "Red lost the connection"],
    "others come and go",
  );
  c.equal(talk(host({ t: "joined", slot: after(welcome).lobby.slot ?? 0, tic: 9 })), [], "not this page itself");
});

test("newcomers to a running game may join or watch", (c) => {
  const s = after(
    host({ t: "inprogress", params: defaultParams, frontier: 900, players: [seated], freeSlots: [0, 1, 3] }),
  );
  c.ok(s.lobby.running && s.lobby.slot === null, "running, without us");
});

test("the menu belongs to the game", (c) => {
  c.equal(after({ k: "menu", open: true }).at, "lobby", "no menu in the lobby");
  const s = after(welcome, roster, launch, playing, { k: "typing", open: true }, { k: "menu", open: true });
  c.ok(s.at === "game" && s.game.menu && !s.game.typing, "the menu ends a line of chat");
});

test("loading ahead stays in the lobby, catching up doesn't", (c) => {
  const s = after(welcome, roster, { k: "load", step: "wad", done: 1, total: 4 });
  c.ok(s.at === "lobby" && s.lobby.fetched === 0.25, "a quarter is there");
  c.equal(
    after(welcome, roster, launch, { k: "load", step: "catchUp", done: 5, total: 10 }).at,
    "loading",
    "catching up",
  );
});

const catchingUp: PageEvent = { k: "load", step: "catchUp", done: 5, total: 10 };
const ended: PageEvent = { k: "gameEnded", failure: { kind: "ended" } };

test("who goes back to the lobby while a game loads stays there", (c) => {
  for (const late of [catchingUp, playing, ended]) {
    const s = after(welcome, roster, launch, catchingUp, { k: "left" }, late);
    c.ok(s.at === "lobby" && s.failure === null, `a late ${late.k}`);
    c.equal(reduce(s, { k: "idle" }).at, "lobby", "when the Worker has heard of it");
    c.equal(
      after(welcome, roster, launch, { k: "left" }, { k: "idle" }, late === ended ? playing : late).at,
      "lobby",
      `${late.k} that nobody asked for`,
    );
  }
});

test("what was left does not spoil what is begun at once", (c) => {
  const watching = [welcome, roster, launch, { k: "left" }, { k: "enter" }] as const;
  c.equal(after(...watching, playing).at, "loading", "the old game begins late");
  c.equal(after(...watching, ended).at, "loading", "the old game ends late");
  const spectator: PageEvent = { ...playing, role: "spectator" };
  const s = after(...watching, playing, { k: "idle" }, catchingUp, spectator);
  c.ok(s.at === "game" && s.game.role === "spectator", "the new one is shown");
  c.equal(
    after(welcome, { k: "enter" }, { k: "left" }, launch).at,
    "lobby",
    "a launch that the Worker gives up with the rest",
  );
  c.equal(after(welcome, { k: "enter" }, { k: "left" }, { k: "idle" }, launch).at, "loading", "a launch after it");
});

const busy = host({ t: "roster", players: [seated], freeSlots: [0, 1, 3], params: defaultParams, inGame: true });

test("the lobby knows of a game that runs, whatever this page did meanwhile", (c) => {
  const spectator: PageEvent = { ...playing, role: "spectator" };
  const s = after(
    host({ t: "inprogress", params: defaultParams, frontier: 9, players: [seated], freeSlots: [0, 1, 3] }),
    { k: "enter" },
    busy,
    spectator,
    busy,
    { k: "left" },
  );
  c.ok(s.at === "lobby" && s.lobby.running, "after watching");
  c.ok(after(welcome, roster, launch, playing, busy, { k: "left" }).lobby.running, "after leaving it");
  c.ok(
    !after(welcome, roster, launch, playing, busy, host({ t: "ended", reason: "" })).lobby.running,
    "not after its end",
  );
  c.ok(!after(welcome, roster, launch, playing, busy, roster).lobby.running, "not when the lobby is open");
});

test("who was refused has no seat, but may join", (c) => {
  const refused: PageEvent = { k: "gameEnded", failure: { kind: "refused", code: 4409, detail: "" } };
  const s = after(welcome, roster, launch, playing, refused, busy);
  c.ok(s.at === "lobby" && s.lobby.slot === null && s.lobby.running, "the seat is the other tab's");
});

test("a full lobby is full as long as no seat is free", (c) => {
  const others = host({
    t: "roster",
    players: [0, 1, 2, 3].map((slot) => ({ ...seated, slot })),
    freeSlots: [],
    params: defaultParams,
    inGame: false,
  });
  const full = host({ t: "full", reason: "all four seats are taken" });
  c.ok(after(full, others).lobby.full, "full");
  c.ok(!after(full, others, roster).lobby.full, "one is free");
  c.ok(!after(full, others, welcome).lobby.full, "it is ours");
  const s = after(
    host({ t: "inprogress", params: defaultParams, frontier: 9, players: [], freeSlots: [1] }),
    host({ t: "full", reason: "Indigo is taken" }),
  );
  c.ok(!s.lobby.full && s.lobby.error === "Indigo is taken", "a seat of a game that somebody else got");
});

test("the host's rights are those of the connection", (c) => {
  const open: PageEvent = { k: "lobbyLink", state: "open", retryIn: 0 };
  c.ok(after(open, welcome, host({ t: "host" })).lobby.host, "granted");
  c.ok(
    !after(open, welcome, host({ t: "host" }), { k: "lobbyLink", state: "lost", retryIn: 1 }, open, welcome).lobby.host,
    "not by a new connection",
  );
});

test("errors can be put away", (c) => {
  const s = after(welcome, host({ t: "error", reason: "no" }));
  c.equal([s.lobby.error, reduce(s, { k: "dismiss" }).lobby.error], ["no", ""], "the error");
});

test("who was sent away is nowhere", (c) => {
  const s = after(
    welcome,
    roster,
    { k: "lobbyLink", state: "away", retryIn: 0 },
    { k: "gameEnded", failure: { kind: "kicked", detail: "the host sent you away" } },
  );
  c.equal([s.lobby.link, s.lobby.slot, s.lobby.players.length], ["away", null, 0], "no seat");
  c.ok(s.at === "lobby" && s.failure?.kind === "kicked", "and told so");
});

test("a silent host is told of until it speaks, a game that is not kept until the menu opens", (c) => {
  const shown = (...events: PageEvent[]): unknown => {
    const s = after(welcome, roster, launch, playing, ...events);
    return s.at === "game" ? [s.game.silent, s.game.saveRefused] : null;
  };
  c.equal(shown({ k: "hostSilent", on: true }), [true, false], "silent");
  c.equal(shown({ k: "hostSilent", on: true }, { k: "hostSilent", on: false }), [false, false], "heard again");
  c.equal(shown({ k: "hostSilent", on: true }, playing), [false, false], "another game");
  c.equal(shown({ k: "saveRefused" }, { k: "menu", open: false }), [false, true], "not kept");
  c.equal(shown({ k: "saveRefused" }, { k: "menu", open: true }), [false, false], "in the menu");
});
