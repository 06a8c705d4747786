// What is played: WAD, add-ons, map, skill, mode and the rest. The same form stands in
// the lobby (its values are the host's) and in the dialog for playing alone.

import { AddOns } from "./addons";
import { h } from "./dom";
import { MapCheck, type Reader } from "./mapcheck";
import { OtherMaps } from "./othermaps";
import { chooseGame, chosenGame, mapChoices } from "../shared/addons";
import { defaultParams, modes, type Mode, type Params } from "../shared/lobby";
import { mapName, mapNumbers, type Wad } from "../shared/wads";

export const skills = [
  "I'm too young to die",
  "Hey, not too rough",
  "Hurt me plenty",
  "Ultra-Violence",
  "Nightmare!",
] as const;
export const modeNames: Readonly<Record<Mode, string>> = {
  coop: "Co-op",
  deathmatch: "Deathmatch",
  altdeath: "Altdeath",
};

export class GameForm {
  readonly element: HTMLElement;
  private readonly wad = h("select", { class: "wide", onchange: () => this.wadChosen() });
  /** What the chosen map is played without. */
  readonly check: MapCheck;
  private readonly otherMaps = new OtherMaps();
  private readonly addOns: AddOns;
  private readonly map = h("select", { class: "wide", onchange: () => this.mapChosen() });
  private readonly skill = h("select", {
    class: "wide",
    onchange: () => this.change({ skill: Number(this.skill.value) }),
  });
  private readonly mode: HTMLElement;
  private readonly timer = h("input", {
    type: "number",
    min: "0",
    max: "999",
    step: "1",
    onchange: () => this.change({ timer: Math.max(0, Math.trunc(Number(this.timer.value)) || 0) }),
  });
  private readonly flags: Readonly<Record<"nomonsters" | "fast" | "respawn", HTMLInputElement>>;
  private wads: readonly Wad[] = [];
  private params: Params = defaultParams;

  constructor(
    private readonly change: (params: Partial<Params>) => void,
    alone: boolean,
    id: string,
    checked: () => void,
  ) {
    this.addOns = new AddOns(change);
    this.check = new MapCheck(checked);
    skills.forEach((name, i) => this.skill.append(h("option", { value: String(i + 1) }, name)));
    this.mode = h(
      "div",
      { class: "segments", role: "radiogroup", "aria-label": "Mode" },
      ...modes.map((m) =>
        h(
          "label",
          {},
          h("input", { type: "radio", name: `${id}-mode`, value: m, onchange: () => this.change({ mode: m }) }),
          h("span", {}, modeNames[m]),
        ),
      ),
    );
    const flag = (key: "nomonsters" | "fast" | "respawn"): HTMLInputElement => {
      const box = h("input", { type: "checkbox", onchange: () => this.change({ [key]: box.checked }) });
      return box;
    };
    this.flags = { nomonsters: flag("nomonsters"), fast: flag("fast"), respawn: flag("respawn") };
    this.element = h(
      "div",
      { class: "form" },
      field("Game", this.wad),
      this.addOns.element,
      field("Map", this.map),
      this.check.element,
      this.otherMaps.element,
      field("Skill", this.skill),
      alone ? null : h("div", { class: "field" }, h("span", { class: "label" }, "Mode"), this.mode),
      h(
        "div",
        { class: "checks" },
        check(this.flags.nomonsters, "No monsters"),
        check(this.flags.fast, "Fast monsters"),
        check(this.flags.respawn, "Respawning monsters"),
        alone ? null : h("label", { class: "check" }, h("span", {}, "Minutes a map"), this.timer),
      ),
    );
  }

  /** Shows the host's list and the values in force, and to reader what is missing for them; to null nothing. */
  update(wads: readonly Wad[], params: Params, enabled: boolean, reader: Reader | null): void {
    if (wads !== this.wads) {
      this.check.forget();
      this.otherMaps.forget();
      this.wads = wads;
      const games = wads.filter((w) => w.kind === "iwad");
      const words = (of: readonly (readonly [string, string])[]): string => JSON.stringify(of);
      // A list that is open stays as it is.
      if (words(games.map((w) => [w.id, w.title])) !== words(Array.from(this.wad.options, (o) => [o.value, o.text])))
        this.wad.replaceChildren(...games.map((w) => h("option", { value: w.id }, w.title)));
    }
    this.params = params;
    const wad = chosenGame(wads, params);
    if (wad !== null) this.wad.value = wad.id;
    this.addOns.update(wads, wad, params, enabled);
    this.fillMaps(wad);
    if (reader !== null) {
      this.check.choose(params, wad === null ? "" : this.map.value, reader);
      this.otherMaps.choose(params, wad === null ? "" : this.map.value);
    }
    this.skill.value = String(params.skill);
    for (const radio of this.mode.querySelectorAll("input")) radio.checked = radio.value === params.mode;
    this.flags.nomonsters.checked = params.nomonsters;
    this.flags.fast.checked = params.fast;
    this.flags.respawn.checked = params.respawn;
    if (document.activeElement !== this.timer) this.timer.value = String(params.timer);
    for (const control of this.element.querySelectorAll("input, select")) control.toggleAttribute("disabled", !enabled);
  }

  private fillMaps(wad: Wad | null): void {
    const maps = wad === null ? [] : mapChoices(wad, this.wads, this.params.pwads);
    const words = maps.map((m) => (m.from === null ? m.name : `${m.name} · ${m.from.title}`));
    const listed = Array.from(this.map.options, (o) => o.text);
    if (words.join("\n") !== listed.join("\n"))
      this.map.replaceChildren(...maps.map((m, i) => h("option", { value: m.name }, words[i] ?? m.name)));
    this.map.value = mapName(
      maps.map((m) => m.name),
      this.params.episode,
      this.params.map,
    );
  }

  private wadChosen(): void {
    const wad = this.wads.find((w) => w.id === this.wad.value);
    if (wad !== undefined) this.change(chooseGame(this.wads, this.params, wad));
  }

  private mapChosen(): void {
    const numbers = mapNumbers(this.map.value);
    if (numbers !== null) this.change(numbers);
  }
}

function field(label: string, control: HTMLElement): HTMLElement {
  return h("label", { class: "field" }, h("span", { class: "label" }, label), control);
}

function check(box: HTMLInputElement, label: string): HTMLElement {
  return h("label", { class: "check" }, box, h("span", {}, label));
}
