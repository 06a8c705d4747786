// What the page says first while the host has no game: to the host's own page the ways
// to one, to guests that it comes by itself.

import { BusyButton } from "./busy";
import { h, setText } from "./dom";
import { idleFetch, type FetchState } from "./gamefetch";
import { Lasting, megabytes, Pace } from "./progresstext";
import type { ReloadButton } from "./wadfolder";
import type { WadList } from "./wadlist";
import { sentence } from "./text";

export interface NoGameActions {
  start(): Promise<void>;
  cancel(): Promise<void>;
}

/** So long nothing may come of a game before it is said, in ms. */
const quietMillis = 3000;

export class NoGame {
  readonly element: HTMLElement;
  /** What becomes of added files stands here while there is no game. */
  readonly news = h("div", { class: "nogame-news" });
  private readonly title = h("h2", {});
  private readonly lead = h("p", {});
  private readonly options: HTMLElement;
  private readonly getWay: HTMLElement;
  private readonly addWay: HTMLElement;
  private readonly putWay: HTMLElement;
  private readonly get: BusyButton;
  private readonly cancel: BusyButton;
  private readonly folder = h("code", {});
  private readonly fetch = h("div", { class: "nogame-fetch", hidden: true });
  private readonly bar = h("progress", { max: "1", "aria-label": "Freedoom: fetched so far" });
  private readonly status = h("p", { role: "status" });
  private readonly pace = new Pace();
  private readonly stalled = new Lasting<number>();
  private host = false;
  private state: FetchState = idleFetch;

  constructor(actions: NoGameActions, add: HTMLElement, look: ReloadButton) {
    this.get = new BusyButton("start", "Get Freedoom", "Asking …", "the host", () => actions.start());
    this.cancel = new BusyButton("quiet", "Cancel", "Stopping …", "the host", () => actions.cancel());
    this.fetch.append(this.status, this.bar, this.cancel.element);
    this.getWay = h(
      "li",
      {},
      this.get.element,
      h("span", {}, "A free game for Doom's engine, about 25 MB. The host's machine fetches it over the internet."),
      this.fetch,
    );
    this.addWay = h(
      "li",
      {},
      add,
      h("span", {}, "A game that you have, such as doom.wad or doom2.wad, also in a zip. Or drop it on this page."),
    );
    this.putWay = h(
      "li",
      {},
      look.button.element,
      h("span", {}, "Put a game into the folder ", this.folder, ", then press this. ", look.status),
    );
    this.options = h("ul", { class: "nogame-ways" }, this.getWay, this.addWay, this.putWay);
    this.element = h("section", { class: "card nogame", hidden: true }, this.title, this.lead, this.options, this.news);
  }

  /** host: this is the host's own page, which is told of the folder and of what else the host can do. */
  update(host: boolean, { folder, fetch, limit }: WadList): void {
    this.host = host;
    setText(this.title, host ? "No game yet" : "The host has no game yet");
    setText(
      this.lead,
      host
        ? "doomhost found no game (IWAD) on this machine. Get one in any of these ways: it can be started as soon as it is there."
        : "This page goes on by itself as soon as there is one. Is the host you? The page that doomhost opened on its machine shows the ways to a game.",
    );
    this.options.hidden = !host;
    this.getWay.hidden = !fetch;
    this.addWay.hidden = limit === 0;
    setText(this.folder, folder);
    this.putWay.hidden = folder === "";
    // Guests see how far it is, too.
    if (host && this.fetch.parentElement !== this.getWay) this.getWay.append(this.fetch);
    if (!host && this.fetch.previousElementSibling !== this.lead) this.lead.after(this.fetch);
    this.show();
  }

  /** How far the game is that is fetched. */
  fetched(state: FetchState): void {
    this.state = state;
    this.show();
  }

  private show(): void {
    const { state, total, done, error } = this.state;
    const [running, failed] = [state === "running", state === "failed"];
    this.get.hidden = running;
    this.get.label(failed ? "Try again" : "Get Freedoom");
    this.fetch.hidden = !running && !failed;
    this.fetch.classList.toggle("failed", failed);
    this.bar.hidden = !running;
    this.cancel.hidden = !running || !this.host;
    if (running && total > 0) this.bar.value = done / total;
    else this.bar.removeAttribute("value");
    if (running) setText(this.status, this.runningWords());
    if (failed) setText(this.status, error === "" ? "The host could not fetch Freedoom." : sentence(error));
  }

  private runningWords(): string {
    const { what, done, total } = this.state;
    const now = performance.now();
    const parts = [sentence(what || "the host fetches Freedoom").replace(/\.$/, "")];
    if (total > 0) parts[0] += `: ${megabytes(done)} of ${megabytes(total)} MB`;
    const left = this.pace.timeLeft(now, done, total);
    const waited = this.stalled.millis(now, done);
    if (total > 0 && waited >= quietMillis) parts.push(`nothing has come for ${Math.floor(waited / 1000)} s`);
    else if (left !== "") parts.push(`${left} left`);
    return parts.length > 1 || total > 0 ? parts.join(", ") : `${parts.join()} …`;
  }
}
