// The add-ons (PWADs) that are played with: one tap chooses, another gives up.

import { h, setText } from "./dom";
import { Rows, type Row } from "./rows";
import { addOnsFor, addOnWords, misfit, toggleAddOn } from "../shared/addons";
import { maxPWADs } from "../shared/generated/protocol";
import type { Params } from "../shared/lobby";
import type { Wad } from "../shared/wads";

interface Item {
  readonly wad: Wad;
  readonly place: number; // in the order of loading, from 1; 0: not chosen
  readonly note: string;
  readonly refused: boolean; // it can't be chosen
}

export class AddOns {
  readonly element: HTMLElement;
  private readonly rows: Rows<Item>;
  private readonly count = h("small", { class: "addons-count" }); // chosen ones may be scrolled away
  private wads: readonly Wad[] = [];
  private params: Params | null = null;
  private enabled = false;

  constructor(private readonly change: (params: Partial<Params>) => void) {
    const list = h("div", { class: "addons-list", role: "group", "aria-label": "Add-ons" });
    this.rows = new Rows(
      list,
      (i) => i.wad.id,
      (i) => this.row(i.wad.id),
    );
    this.element = h(
      "div",
      { class: "field addons", hidden: true },
      h("span", { class: "label" }, "Add-ons", this.count),
      list,
    );
  }

  update(wads: readonly Wad[], game: Wad | null, params: Params, enabled: boolean): void {
    this.wads = wads;
    this.params = params;
    this.enabled = enabled;
    const all = addOnsFor(wads, game);
    const gone = params.pwads.filter((id) => !all.some((w) => w.id === id));
    const items = [...gone.map(missing), ...all].map((wad): Item => {
      const place = params.pwads.indexOf(wad.id) + 1;
      const reason = game === null ? "" : misfit(game, wad);
      const full = place === 0 && params.pwads.length >= maxPWADs;
      const note = gone.includes(wad.id) ? "Not on the host any more" : reason || addOnWords(wad);
      return { wad, place, note, refused: place === 0 && (reason !== "" || full) };
    });
    this.element.hidden = items.length === 0;
    setText(this.count, params.pwads.length > 0 ? `${params.pwads.length} chosen` : "");
    this.rows.update(items);
  }

  private row(id: string): Row<Item> {
    const place = h("span", { class: "addon-place", "aria-hidden": "true" });
    const title = h("b", {});
    const note = h("span", { class: "addon-note" });
    const element = h(
      "button",
      { type: "button", class: "addon", onclick: () => this.tapped(id) },
      place,
      h("span", { class: "addon-text" }, title, note),
    );
    return {
      element,
      update: (item) => {
        setText(place, item.place > 0 ? String(item.place) : "");
        setText(title, item.wad.title);
        setText(note, item.note);
        element.title = item.wad.name;
        element.setAttribute("aria-pressed", String(item.place > 0));
        element.disabled = item.refused || !this.enabled;
        element.classList.toggle("refused", item.refused);
      },
    };
  }

  private tapped(id: string): void {
    if (this.params === null) return;
    const change = toggleAddOn(this.wads, this.params, id);
    // The next tap may come before the host's answer, which has the last word.
    this.params = { ...this.params, ...change };
    this.change(change);
  }
}

/** One that is chosen, and that the host lost. */
function missing(id: string): Wad {
  return { id, name: id, size: 0, kind: "pwad", maps: [], title: id.slice(0, 12) };
}
