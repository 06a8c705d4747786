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
const launch = host({ t: "launch", params: defaultParams, slots: [2], names: ["", "", "", ""], token: "t", join: false, resume: false, frontier: 0 });
const playing: PageEvent = { k: "playing", role: "player", slot: 2, names: [], palettes: new ArrayBuffer(0) };

test("from the lobby into a game and back", (c) => {
  c.equal(after({ k: "link", state: "open", retryIn: 0 }, welcome, roster).lobby.slot, 2, "a seat");
  c.equal(after(welcome, roster, host({ t: "countdown", n: 3 })).lobby.countdown, 3, "the countdown");
  c.equal(after(welcome, roster, launch).at, "loading", "launched");
  c.equal(after(welcome, roster, launch, playing).at, "game", "playing");
  const over = after(welcome, roster, launch, playing, { k: "over", trouble: { kind: "ended" } });
  c.ok(over.at === "lobby" && over.trouble?.kind === "ended", "back in the lobby, and told why");
});

test("a game goes on when the lobby's connection is lost and comes back", (c) => {
  const screen = after(welcome, roster, launch, playing, { k: "link", state: "lost", retryIn: 250 }, { k: "link", state: "open", retryIn: 0 }, welcome, launch);
  c.equal(screen.at, "game", "still playing");
});

test("a seat that somebody else has is not ours", (c) => {
  const other = host({ t: "roster", players: [{ ...seated, slot: 0 }], freeSlots: [1, 2, 3], params: defaultParams, inGame: false });
  c.equal(after(welcome, other).lobby.slot, null, "no seat");
});

test("newcomers to a running game may join or watch", (c) => {
  const s = after(host({ t: "inprogress", params: defaultParams, frontier: 900, players: [seated], freeSlots: [0, 1, 3] }));
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
  c.equal(after(welcome, roster, launch, { k: "load", step: "catchUp", done: 5, total: 10 }).at, "loading", "catching up");
});
