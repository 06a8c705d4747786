import { test } from "./check";
import { AddOns } from "../page/addons";
import { foundWords } from "../page/wadfolder";
import { addOnsFor, addOnWords, chooseGame, fitting, mapChoices, misfit, toggleAddOn } from "../shared/addons";
import { defaultParams, type Params } from "../shared/lobby";
import type { Wad } from "../shared/wads";

function wad(name: string, kind: Wad["kind"], ...maps: string[]): Wad {
  return { id: `id of ${name}`, name: `${name}.wad`, size: 1_250_000, kind, maps, title: name };
}

const one = wad("one", "iwad", "E1M1", "E1M2", "E4M9");
const two = wad("two", "iwad", "MAP01", "MAP02");
const third = wad("third", "pwad", "MAP02", "MAP33", "MAP31");
const early = wad("early", "pwad", "E1M3", "E1M2");
const later = wad("later", "pwad", "E1M2", "E1M9");
const both = wad("both", "pwad", "E1M1", "MAP01");
const deh = wad("deh", "pwad");
const strange = wad("strange", "pwad", "TITLEMAP");
const wads = [one, two, third, early, later, both, deh, strange];

const doom: Params = { ...defaultParams, wad: one.name, wadId: one.id };
const doom2: Params = { ...defaultParams, wad: two.name, wadId: two.id };

test("an add-on fits a game that has maps as it has, or any where it has none", (c) => {
  const fit = (game: Wad): string =>
    [third, early, later, both, deh, strange]
      .filter((w) => misfit(game, w) === "")
      .map((w) => w.title)
      .join();
  c.equal(fit(one), "early,later,both,deh", "ExMy");
  c.equal(fit(two), "third,both,deh", "MAPxx");
  c.equal(misfit(one, third), "For a game with maps such as MAP02", "the reason names its maps");
  c.equal(
    addOnsFor(wads, one).map((w) => w.title),
    ["early", "later", "both", "deh", "third", "strange"],
    "what fits comes first",
  );
  c.equal(fitting(wads, [third.id, "unknown", deh.id, early.id], one), [deh.id, early.id], "what is left over a game");
});

test("the maps are those of all, the add-ons' first, of two the later one's", (c) => {
  const words = (game: Wad, ...addOns: Wad[]): string =>
    mapChoices(
      game,
      wads,
      addOns.map((w) => w.id),
    )
      .map((m) => `${m.name}${m.from === null ? "" : `:${m.from.title}`}`)
      .join();
  c.equal(words(one), "E1M1,E1M2,E4M9", "without add-ons");
  c.equal(words(one, early, later, deh), "E1M3:early,E1M2:later,E1M9:later,E1M1,E4M9", "with three");
  c.equal(words(one, later, early), "E1M2:early,E1M9:later,E1M3:early,E1M1,E4M9", "the other way round");
  c.equal(words(one, both), "E1M1:both,E1M2,E4M9", "of one with maps for both games those of this one");
  c.equal(words(two, third), "MAP02:third,MAP33:third,MAP31:third,MAP01", "MAPxx");
});

test("a tap chooses an add-on and its first map, another gives both up", (c) => {
  const first = toggleAddOn(wads, doom, later.id);
  c.equal(first, { pwads: [later.id], episode: 1, map: 2 }, "chosen");
  const second = toggleAddOn(wads, { ...doom, ...first }, early.id);
  c.equal(second, { pwads: [later.id, early.id], episode: 1, map: 3 }, "behind the first");
  c.equal(
    toggleAddOn(wads, { ...doom, ...second }, deh.id),
    { pwads: [later.id, early.id, deh.id], episode: 1, map: 3 },
    "one without maps leaves the map",
  );
  const without = toggleAddOn(wads, { ...doom, ...second }, later.id);
  c.equal(without, { pwads: [early.id], episode: 1, map: 3 }, "one less, the map is there still");
  c.equal(
    toggleAddOn(wads, { ...doom, ...second, map: 9 }, later.id),
    { pwads: [early.id], episode: 1, map: 3 },
    "the map goes with it",
  );
  c.equal(
    toggleAddOn(wads, { ...doom, pwads: ["unknown"] }, "unknown"),
    { pwads: [], episode: 1, map: 1 },
    "one that the host lost can be given up",
  );
  const full = { ...doom, pwads: Array.from({ length: 8 }, (_, i) => `p${i}`) };
  c.equal(toggleAddOn(wads, full, deh.id), {}, "a ninth");
});

test("another game keeps what fits it", (c) => {
  const chosen = { ...doom, pwads: [deh.id, later.id, both.id], map: 9 };
  c.equal(
    chooseGame(wads, chosen, two),
    { wad: "two.wad", wadId: two.id, pwads: [deh.id, both.id], episode: 1, map: 1 },
    "to MAPxx",
  );
  c.equal(
    chooseGame(wads, { ...doom2, pwads: [third.id] }, one),
    { wad: "one.wad", wadId: one.id, pwads: [], episode: 1, map: 1 },
    "and back",
  );
});

test("add-ons in few words", (c) => {
  c.equal(addOnWords(early), "E1M3, E1M2 · 1.3 MB", "a few maps");
  c.equal(addOnWords(deh), "no maps · 1.3 MB", "none");
  c.equal(
    addOnWords({ ...early, title: "Early!", size: 800, maps: ["E1M1", "E1M2", "E1M3", "E1M4"] }),
    "early.wad · E1M1 to E1M4, 4 maps · 1 kB",
    "many",
  );
});

test("looking for new WADs says what has changed", (c) => {
  c.equal(foundWords([one], [one]), "Nothing new was found.", "nothing");
  c.equal(foundWords([one], [one, deh, both]), "Found deh.wad and both.wad.", "two");
  c.equal(foundWords([one], [deh, both, early]), "Found 3 WADs. No longer there: one.wad.", "many, and one less");
});

test("the list shows the order, refuses what does not fit, and stays under the finger", (c) => {
  const taps: Partial<Params>[] = [];
  const list = new AddOns((p) => taps.push(p));
  const rows = (): string[] =>
    [...list.element.querySelectorAll("button")].map(
      (b) =>
        `${b.querySelector("b")?.textContent ?? ""} ${b.querySelector(".addon-place")?.textContent ?? ""} ${b.disabled ? "off" : "on"}`,
    );
  const button = (title: string): HTMLButtonElement | undefined =>
    [...list.element.querySelectorAll("button")].find((b) => b.querySelector("b")?.textContent === title);
  list.update([one, two], one, doom, true);
  c.ok(list.element.hidden, "nothing to choose from");
  document.documentElement.append(list.element);
  list.update(wads, one, doom, true);
  c.equal(rows(), ["early  on", "later  on", "both  on", "deh  on", "third  off", "strange  off"], "at first");
  c.ok(button("third")?.textContent.includes("For a game with maps such as MAP02") === true, "and says why not");
  const later2 = button("later");
  later2?.focus();
  later2?.click();
  button("deh")?.click();
  c.equal(
    taps[1],
    { pwads: [later.id, deh.id], episode: 1, map: 2 },
    "two taps before the host answers are two add-ons",
  );
  list.update(wads, one, { ...doom, pwads: [deh.id, later.id] }, true);
  c.equal(rows().slice(0, 4), ["early  on", "later 2 on", "both  on", "deh 1 on"], "the order by number");
  c.ok(button("later") === later2 && document.activeElement === later2, "the button has the focus still");
  c.equal(list.element.querySelector(".addons-count")?.textContent, "2 chosen", "how many");
  c.equal(later2?.getAttribute("aria-pressed"), "true", "and is pressed");
  list.update(wads, one, { ...doom, pwads: ["gone", deh.id] }, false);
  c.equal(
    rows(),
    ["gone 1 off", "early  off", "later  off", "both  off", "deh 2 off", "third  off", "strange  off"],
    "for spectators, and one that the host lost",
  );
  list.element.remove();
});
