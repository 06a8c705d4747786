import { test } from "./check";
import { bannerKind, bannerWords } from "../page/banner";
import { firstScreen, reduce, type PageEvent, type Screen } from "../page/state";
import { LoadingView } from "../page/loadingview";
import { ProgressText, Lasting, minutes, soFar } from "../page/progresstext";
import { defaultParams, type FromHost } from "../shared/lobby";
import type { GameFacts, LoadStep, Role } from "../shared/messages";

const host = (message: FromHost): PageEvent => ({ k: "lobby", message });
const player = (slot: number, name: string): { slot: number; color: string; name: string; ready: boolean } => ({
  slot,
  color: "",
  name,
  ready: false,
});
const facts: GameFacts = { phase: 0, episode: 1, map: 1, paused: false, awaits: "nothing" };
const tics = (change: Partial<GameFacts>): PageEvent => ({
  k: "tics",
  first: 0,
  hashes: [""],
  millis: 0,
  players: [],
  game: { ...facts, ...change },
});

/** A game in which this page has slot 1. */
function playing(role: Role, ...events: PageEvent[]): Extract<Screen, { at: "game" }> {
  const before: PageEvent[] = [
    host({ t: "welcome", slot: 1, color: "Indigo", token: "t", host: false, signal: false }),
    host({
      t: "roster",
      players: [player(0, "Ada"), player(1, "Bo"), player(2, "Cy")],
      freeSlots: [3],
      params: defaultParams,
      inGame: true,
    }),
    { k: "enter" },
    { k: "playing", role, slot: 1, names: [], palettes: new ArrayBuffer(0) },
    tics({}),
  ];
  const screen = [...before, ...events].reduce<Screen>(reduce, firstScreen);
  if (screen.at !== "game") throw new Error(`the screen is at ${screen.at}`);
  return screen;
}

const words = (s: Extract<Screen, { at: "game" }>, waited: number, left = 0): string =>
  bannerWords(s.game, s.lobby, left, waited);

test("a banner says who does not keep up, and until when", (c) => {
  c.equal(words(playing("player"), 9999), "", "nobody");
  c.equal(
    words(playing("player", { k: "filled", slots: 1 }), 0),
    "Ada can't keep up, and nobody waits: the host repeats that player's last moves. After 5 s of silence that player is out.",
    "one",
  );
  c.ok(words(playing("player", { k: "filled", slots: 5 }), 0).startsWith("Ada and Cy can't keep up"), "two");
  c.ok(words(playing("player", { k: "filled", slots: 3 }), 0).startsWith("Your connection is slow"), "this page");
  c.ok(
    words(playing("spectator", { k: "filled", slots: 2 }), 0).startsWith("Bo can't keep up"),
    "who only watches is nobody of them",
  );
  c.equal(words(playing("player", { k: "filled", slots: 1 }, { k: "filled", slots: 0 }), 0), "", "no more");
});

test("a banner says how long a lost connection is tried, and that it is not any more", (c) => {
  const lost = (left: number): Extract<Screen, { at: "game" }> =>
    playing("player", { k: "channelLost", lost: { retryFor: left } });
  c.equal(words(lost(600_000), 100, 600_000), "Connection lost. Getting back to the game …", "at first");
  c.ok(words(lost(600_000), 5000, 595_000).endsWith("It is tried for 9:55 more."), "later");
  c.ok(words(lost(0), 5000).endsWith("This page has tried for ten minutes to get back to the game."), "given up");
  const back = playing("player", { k: "channelLost", lost: { retryFor: 0 } }, { k: "channelLost", lost: null });
  c.equal([words(back, 0), back.lobby.channelLost], ["", null], "back");
  c.equal(reduce(lost(0), { k: "left" }).lobby.channelLost, null, "another game does not begin with it");
});

test("a banner says that the game is brought back in step, and only then that it could not be", (c) => {
  const desync = host({ t: "desync", tic: 9, slots: [1] });
  const busy: PageEvent = { k: "resync", on: true };
  const idle: PageEvent = { k: "resync", on: false };
  c.ok(
    words(playing("player", busy, desync), 2000).includes("Taking the host's, to come back in step … (2 s so far)"),
    "under way",
  );
  c.equal(words(playing("player", busy, desync, { k: "resynced" }, idle), 0), "", "in step");
  c.ok(words(playing("player", busy, desync, idle), 0).includes("Reload"), "not");
});

test("a banner says whose press an intermission and a pause wait for", (c) => {
  const press = tics({ phase: 1, awaits: "press" });
  c.equal(words(playing("player", press), 1000), "", "no news at once");
  c.ok(words(playing("player", press), 4000).includes("until a player presses one"), "a player");
  c.ok(words(playing("spectator", press), 4000).startsWith("Waiting until a player"), "who watches");
  c.equal(words(playing("solo", press), 4000), "Fire or use goes on.", "alone");
  c.equal(words(playing("replay", press), 4000), "", "a recording goes on by itself");
  c.ok(words(playing("player", tics({ paused: true })), 4000).includes("any player presses Pause"), "a pause");
  c.ok(words(playing("player", tics({ phase: 2, awaits: "leave" })), 4000).includes("Leave the game"), "the end");
  c.equal(words(playing("player", press, tics({})), 4000), "", "the next map");
  const s = playing("player", press);
  c.ok(reduce(s, press) === s, "tics that change nothing change no screen");
});

test("one thing at a time is told, the most urgent", (c) => {
  const all: PageEvent[] = [
    tics({ paused: true }),
    { k: "filled", slots: 1 },
    { k: "hostSilent", on: true },
    { k: "channelLost", lost: { retryFor: 1 } },
  ];
  c.equal(
    all.map((_, i) => bannerKind(playing("player", ...all.slice(0, i + 1)).game)),
    ["paused", "filled 1", "silent", "lost"],
    "kinds",
  );
});

test("data on its way says how long it takes, and when nothing comes", (c) => {
  const w = new ProgressText();
  c.equal(w.text(0, 0, 28e6), "0.0 of 28 MB", "at first");
  c.equal(w.text(2000, 4e6, 28e6), "4.0 of 28 MB, about 12 s left", "under way");
  c.equal(w.text(4000, 4e6, 28e6), "4.0 of 28 MB, about 24 s left", "a short gap");
  c.equal(
    w.text(8000, 4e6, 28e6),
    "4.0 of 28 MB. Nothing has come for 6 s; after 15 s the host is asked again",
    "a long one",
  );
  c.equal(w.text(9000, 8e6, 28e6), "8.0 of 28 MB, about 23 s left", "it comes again");
  c.equal([minutes(600_000), minutes(59_001), minutes(-1)], ["10:00", "1:00", "0:00"], "a clock");
  c.equal([soFar(1000), soFar(2900)], ["", " (2 s so far)"], "so far");
  const lasting = new Lasting<string>();
  c.equal(
    [lasting.millis(5, "a"), lasting.millis(9, "a"), lasting.millis(9, "b")],
    [0, 4, 0],
    "how long it has been so",
  );
});

test("a game that gets ready says what for, and how long", (c) => {
  const view = new LoadingView(() => {});
  const said = (...events: PageEvent[]): string => {
    const screen = events.reduce<Screen>(reduce, firstScreen);
    if (screen.at !== "loading") return `the screen is at ${screen.at}`;
    view.update(screen);
    return [...view.element.querySelectorAll("p:not([hidden])")].map((p) => p.textContent).join(" | ");
  };
  const enter: PageEvent = { k: "enter" };
  const at = (step: LoadStep, done: number, total: number): PageEvent => ({ k: "load", step, done, total });
  c.equal(said(enter, at("engine", 0, 1)), "Fetching and starting the engine …", "the engine");
  c.equal(
    said(at("wad", 1e6, 4e6), enter, at("engine", 0, 1)),
    "Fetching the game's data: 1.0 of 4.0 MB",
    "what was begun before",
  );
  c.equal(said(enter, at("snapshot", 1, 2)), "Fetching how the game stands: 50 %", "the state of the game");
  c.equal(said(enter, at("catchUp", 0, 0)), "Asking the host for the game …", "a late joiner");
  c.equal(said(enter, at("catchUp", 70, 280)), "Catching up with the game: 25 %", "its history");
  c.equal(
    said(enter, at("savedGame", 10, 40)),
    "Playing your saved game up to where you left it: 25 %",
    "a saved game",
  );
  c.equal(said(enter, at("recording", 0, 0)), "Opening the recording …", "a recording");
  const lost: PageEvent = { k: "channelLost", lost: { retryFor: 0 } };
  c.ok(
    said(enter, at("catchUp", 0, 0), lost).includes("this page has stopped trying"),
    "a connection that is not tried any more",
  );
});

test("the lobby knows how far its data is, and why it does not come", (c) => {
  const s = reduce(firstScreen, { k: "load", step: "wad", done: 1, total: 4 });
  c.equal([s.lobby.fetching, s.lobby.fetched], [{ have: 1, total: 4 }, 0.25], "on its way");
  const stuck = reduce(s, { k: "prefetch", failure: { kind: "wads", detail: "no" } });
  c.equal(stuck.lobby.fetchFailure?.kind, "wads", "it does not come");
  c.equal(reduce(stuck, { k: "load", step: "wad", done: 2, total: 4 }).lobby.fetchFailure, null, "it comes again");
  c.equal(reduce(s, { k: "load", step: "level", done: 0, total: 1 }).lobby.fetching, null, "it is there");
});
