// What a choice is played without, beside the map that is chosen: the host tries each
// choice, and says what its map and its WADs need that is not there.

import { Retry } from "./retry";
import { h, setText } from "./dom";
import { fetchCheck, type Check } from "./api";
import type { Params } from "../shared/lobby";

/** Who reads what can be done about it. */
export type Reader = "host" | "guest" | "alone";

/** So long nothing is said of a check that goes on, in ms: most are done before. */
const quietMillis = 300;

/** So long after a check that failed the next one is tried, in ms. */
const pause = 2_000;

/** The verdicts that are kept. */
const maxVerdicts = 64;

export class MapCheck {
  readonly element = h("div", { class: "map-check", role: "status", hidden: true });
  private readonly verdicts = new Map<string, Check>();
  private key = "";
  private shown = "";
  private map = "";
  private reader: Reader = "guest";
  private params: Params | null = null; // of the choice that stands
  private checking = false; // and that is worth a word
  private failure = ""; // why there is no answer yet
  private readonly retry = new Retry(() => this.find(), pause, {
    status: (words) => {
      this.failure = words;
      this.show();
    },
  });
  private slow: ReturnType<typeof setTimeout> | undefined;

  /** found is called when a verdict has come in. */
  constructor(
    private readonly verdictArrived: () => void,
    private readonly request: (params: Params) => Promise<Check> = fetchCheck,
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
      this.retry.stop();
      if (key !== "" && !this.verdicts.has(key)) {
        this.slow = setTimeout(() => {
          this.checking = true;
          this.show();
        }, quietMillis);
        void this.retry.now();
      }
    }
    this.show(); // and no more of the choice before
  }

  /** The WADs are others than before: what could not be played may be played now. */
  forget(): void {
    this.verdicts.clear();
    this.key = "";
    this.retry.stop();
  }

  /** What was found of the present choice; null where nothing is known yet. */
  get verdict(): Check | null {
    return this.verdicts.get(this.key) ?? null;
  }

  /** Asks about the choice that stands. */
  private async find(): Promise<void> {
    const { key, params } = this;
    if (params === null) return;
    const verdict = await this.request(params);
    const oldest = this.verdicts.keys().next();
    if (this.verdicts.size >= maxVerdicts && oldest.done !== true) this.verdicts.delete(oldest.value);
    this.verdicts.set(key, verdict);
    if (this.key !== key) return;
    this.checking = false;
    clearTimeout(this.slow);
    this.show();
    this.verdictArrived();
  }

  private show(): void {
    const { verdict } = this;
    const shown = JSON.stringify([verdict, this.map, this.reader, this.checking, this.failure]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.classList.toggle("blocked", verdict !== null && blocks(verdict));
    const content =
      verdict !== null
        ? verdictText(verdict, this.map, this.reader)
        : this.checking || this.failure !== ""
          ? [h("p", { class: "map-notes" }, `Checking ${this.map} …${this.failure === "" ? "" : ` ${this.failure}`}`)]
          : [];
    this.element.replaceChildren(...content);
    this.element.hidden = content.length === 0;
  }
}

/** A game should not start as things are. */
export function blocks(c: Check): boolean {
  return c.error !== "" || c.needs.length > 0;
}

function verdictText(c: Check, map: string, reader: Reader): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (c.error !== "") {
    parts.push(h("b", {}, "This game would not start"), h("p", {}, c.error));
  } else if (c.needs.length > 0) {
    parts.push(h("b", {}, `${map} may not be playable to its end here`), list(c.needs), h("p", {}, advice[reader]));
  }
  const [first, ...more] = c.notes;
  if (first === undefined) return parts;
  if (more.length === 0) return [...parts, h("p", { class: "map-notes" }, first)];
  const head = h("summary", {});
  setText(head, `Played without ${c.notes.length} things that its files have`);
  return [...parts, h("details", { class: "map-notes" }, head, list(c.notes))];
}

const advice: Readonly<Record<Reader, string>> = {
  host: "What is named does nothing here. Choose another map, or start this one anyway.",
  guest: "What is named does nothing here. Choose another map, or ask the host to start this one anyway.",
  alone: "What is named does nothing here. Choose another map, or play this one anyway.",
};

function list(lines: readonly string[]): HTMLElement {
  return h("ul", {}, ...lines.map((l) => h("li", {}, l)));
}
