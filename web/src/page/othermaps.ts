// What the other maps of the chosen add-ons are played without, below the chosen one: a
// game comes to them without asking.

import { h, setText } from "./dom";
import { fetchMapChecks, type MapLack } from "./api";
import type { Params } from "../shared/lobby";

/** So long after a check that failed the next one is tried, in ms. */
const pause = 2_000;

export class OtherMaps {
  private readonly head = h("summary", {});
  private readonly lines = h("ul", {});
  readonly element = h("details", { class: "map-check map-notes", hidden: true }, this.head, this.lines);
  private key = "";
  private map = "";
  private lacks: readonly MapLack[] = [];

  constructor(private readonly request: (params: Params) => Promise<readonly MapLack[]> = fetchMapChecks) {}

  /** The choice that counts from now on, and its map's name, of which others tell. */
  choose(params: Params, map: string): void {
    const wanted = params.wadId !== "" && map !== "" && params.pwads.length > 0;
    const key = wanted ? JSON.stringify([params.wadId, params.pwads]) : "";
    this.map = map;
    if (key !== this.key) {
      this.key = key;
      this.lacks = [];
      if (key !== "") void this.find(key, params);
    }
    this.show();
  }

  /** The WADs are others than before. */
  forget(): void {
    this.key = "";
    this.lacks = [];
  }

  /** Asks until there is an answer, as long as that choice stands. */
  private async find(key: string, params: Params): Promise<void> {
    while (this.key === key) {
      try {
        const found = await this.request(params);
        if (this.key === key) this.lacks = found;
        break;
      } catch {
        await new Promise((done) => setTimeout(done, pause));
      }
    }
    this.show();
  }

  private show(): void {
    const others = this.lacks.filter((m) => m.map !== this.map);
    this.element.hidden = others.length === 0;
    setText(
      this.head,
      others.length === 1
        ? "Another map of the add-ons needs what is missing here"
        : `${others.length} other maps of the add-ons need what is missing here`,
    );
    const words = others.flatMap((m) => m.needs);
    const shown = Array.from(this.lines.children, (l) => l.textContent);
    if (words.join("\n") !== shown.join("\n")) this.lines.replaceChildren(...words.map((w) => h("li", {}, w)));
  }
}
