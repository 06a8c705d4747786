// What a choice is played without, beside the map that is chosen: the host tries each
// choice, and says what its map and its WADs need that is not there.

import { Retry } from "./retry";
import { h, setText } from "./dom";
import { fetchCheck, type Check } from "./api";
import type { Params } from "../shared/lobby";

/** Who reads what can be done about it. */
export type Reader = "host" | "guest" | "alone";

/** So long nothing is said of a check that goes on, in ms: most are done before. */
const quietly = 300;

/** So long after a check that failed the next one is tried, in ms. */
const pause = 2_000;

/** The verdicts that are kept. */
const kept = 64;

export class MapCheck {
  readonly element = h("div", { class: "map-check", role: "status", hidden: true });
  private readonly known = new Map<string, Check>();
  private key = "";
  private shown = "";
  private map = "";
  private reader: Reader = "guest";
  private params: Params | null = null; // of the choice that stands
  private checking = false; // and that is worth a word
  private trouble = ""; // why there is no answer yet
  private readonly asking = new Retry(() => this.find(), pause, {
    told: (words) => {
      this.trouble = words;
      this.show();
    },
  });
  private slow: ReturnType<typeof setTimeout> | undefined;

  /** found is called when a verdict has come in. */
  constructor(
    private readonly found: () => void,
    private readonly ask: (params: Params) => Promise<Check> = fetchCheck,
  ) {}

  /** The choice that counts from now on, its map's name, and who reads of it. */
  choose(params: Params, map: string, reader: Reader): void {
    this.reader = reader;
    this.map = map;
    const key =
      params.wadId === "" || map === "" ? "" : JSON.stringify([params.wadId, params.pwads, params.episode, params.map]);
    if (key !== this.key) {
      this.key = key;
      this.params = params;
      this.checking = false;
      clearTimeout(this.slow);
      this.asking.rest();
      if (key !== "" && !this.known.has(key)) {
        this.slow = setTimeout(() => {
          this.checking = true;
          this.show();
        }, quietly);
        void this.asking.now();
      }
    }
    this.show(); // and no more of the choice before
  }

  /** The WADs are others than before: what could not be played may be played now. */
  forget(): void {
    this.known.clear();
    this.key = "";
    this.asking.rest();
  }

  /** What was found of the present choice; null where nothing is known yet. */
  get verdict(): Check | null {
    return this.known.get(this.key) ?? null;
  }

  /** Asks about the choice that stands. */
  private async find(): Promise<void> {
    const { key, params } = this;
    if (params === null) return;
    const verdict = await this.ask(params);
    const oldest = this.known.keys().next();
    if (this.known.size >= kept && oldest.done !== true) this.known.delete(oldest.value);
    this.known.set(key, verdict);
    if (this.key !== key) return;
    this.checking = false;
    clearTimeout(this.slow);
    this.show();
    this.found();
  }

  private show(): void {
    const { verdict } = this;
    const shown = JSON.stringify([verdict, this.map, this.reader, this.checking, this.trouble]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.classList.toggle("blocked", verdict !== null && blocks(verdict));
    const content =
      verdict !== null
        ? words(verdict, this.map, this.reader)
        : this.checking || this.trouble !== ""
          ? [h("p", { class: "map-notes" }, `Checking ${this.map} …${this.trouble === "" ? "" : ` ${this.trouble}`}`)]
          : [];
    this.element.replaceChildren(...content);
    this.element.hidden = content.length === 0;
  }
}

/** A game should not start as things are. */
export function blocks(c: Check): boolean {
  return c.error !== "" || c.needs.length > 0;
}

function words(c: Check, map: string, reader: Reader): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (c.error !== "") {
    parts.push(h("b", {}, "This game would not start"), h("p", {}, c.error));
  } else if (c.needs.length > 0) {
    parts.push(h("b", {}, `${map} may not be playable to its end here`), list(c.needs), h("p", {}, ways[reader]));
  }
  const [first, ...more] = c.notes;
  if (first === undefined) return parts;
  if (more.length === 0) return [...parts, h("p", { class: "map-notes" }, first)];
  const head = h("summary", {});
  setText(head, `Played without ${c.notes.length} things that its files have`);
  return [...parts, h("details", { class: "map-notes" }, head, list(c.notes))];
}

const ways: Readonly<Record<Reader, string>> = {
  host: "What is named does nothing here. Choose another map, or start this one anyway.",
  guest: "What is named does nothing here. Choose another map, or ask the host to start this one anyway.",
  alone: "What is named does nothing here. Choose another map, or play this one anyway.",
};

function list(lines: readonly string[]): HTMLElement {
  return h("ul", {}, ...lines.map((l) => h("li", {}, l)));
}
