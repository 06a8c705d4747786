// Other games on the network: the list that the host keeps, a search on request,
// an address typed by hand, and whether others reach this host at all.

import { Retry } from "./retry";
import { httpRequest, NoAnswerError, workMillis } from "./http";
import { WaitLine } from "./waitline";
import { BusyButton } from "./busy";
import { h, setText } from "./dom";
import { httpAddress, parseGame, parseGames, parseSelfTest, type Game } from "../shared/games";
import { isRecord, str } from "../shared/lobby";
import { Rows, type Row } from "./rows";

/** How often the list is fetched while somebody looks at it, in ms. */
const listEvery = 2000;
/** So long after a failure it is asked again whether others reach this host, in ms. */
const testAgain = 10_000;

const modeWords: Readonly<Record<string, string>> = { coop: "co-op", deathmatch: "deathmatch", altdeath: "altdeath" };
const stateWords: Readonly<Record<Game["state"], string>> = {
  lobby: "in the lobby",
  countdown: "about to start",
  game: "playing",
};

export class Games {
  readonly element: HTMLElement;
  private readonly list = h("ul", { class: "games" });
  private readonly none = h("p", { class: "games-none" }, "No other game was found.");
  private readonly rows = new Rows<Game>(this.list, (g) => g.id, row);
  private readonly search = new BusyButton("quiet", "Search", "Searching …", "answers", () => this.probe());
  private readonly address = h("input", {
    type: "text",
    name: "address",
    placeholder: "192.168.1.5:8666",
    "aria-label": "Address of a game",
    autocomplete: "off",
    maxlength: "260",
  });
  private readonly go = new BusyButton("quiet", "Go there", "Asking …", "that address", () =>
    this.check(this.address.value.trim()),
  );
  private readonly note = h("p", { class: "games-said", role: "status" });
  private readonly reach = h("p", { class: "reach", role: "status", hidden: true });
  private readonly waitLine = new WaitLine();
  private readonly listing = new Retry(() => this.refresh(), listEvery, {
    every: () => listEvery,
    status: (words) => {
      this.waitLine.show(words);
      this.none.hidden = words !== "" || this.last.length > 0;
    },
  });
  private readonly testing = new Retry(() => this.test(), testAgain); // without a result nothing is said
  private addresses: string | null = null;
  private last: readonly Game[] = [];

  constructor() {
    this.element = h(
      "section",
      { class: "card others" },
      h("div", { class: "card-head" }, h("h2", {}, "Games on this network"), this.search.element),
      this.list,
      this.none,
      this.waitLine.element,
      h(
        "form",
        {
          class: "typed",
          onsubmit: (e) => {
            e.preventDefault();
            void this.go.press();
          },
        },
        this.address,
        this.go.element,
      ),
      this.note,
      this.reach,
    );
    this.show([]);
    void this.listing.now();
  }

  /** The host's own addresses: where they changed, others may reach it, or no longer. */
  reachable(addresses: readonly string[]): void {
    const text = addresses.join();
    if (text === this.addresses) return;
    this.addresses = text;
    void this.testing.now();
  }

  /** Fetches the list, unless nobody sees it. */
  private async refresh(): Promise<void> {
    if (document.hidden || (this.element.isConnected && this.element.offsetParent === null)) return;
    const { ok, value } = await httpRequest("/api/games");
    if (ok) this.show(parseGames(value).filter((g) => !g.self));
  }

  /** The other games as they were seen last. */
  get known(): readonly Game[] {
    return this.last;
  }

  private show(games: readonly Game[]): void {
    this.last = games;
    this.list.hidden = games.length === 0;
    this.none.hidden = games.length > 0;
    this.rows.update(games);
  }

  private async probe(): Promise<void> {
    this.showNote("Trying every address of this network …");
    try {
      const { value } = await httpRequest("/api/games/probe", { method: "POST" }, workMillis);
      const o = isRecord(value) ? value : {};
      this.showNote(str(o.error) || (Number(o.open) > 0 ? "" : "Nobody else answers on this network."));
    } catch (e) {
      this.showNote(unanswered(e));
      return;
    }
    await this.listing.now();
  }

  private async check(address: string): Promise<void> {
    if (address === "") return;
    this.showNote(`Asking ${address} …`);
    try {
      const { ok, value } = await httpRequest(`/api/games/check?address=${encodeURIComponent(address)}`);
      const game = ok ? parseGame(value) : null;
      if (game !== null) {
        location.assign(game.url);
        return;
      }
      this.showNote(isRecord(value) ? str(value.error) : "");
    } catch (e) {
      this.showNote(unanswered(e));
    }
    // The browser may reach what the host does not.
    const url = httpAddress(address.includes("://") ? address : `http://${address}`);
    if (url !== null) this.note.append(" ", h("a", { href: url }, "Open it anyway"));
  }

  private async test(): Promise<void> {
    const { ok, value } = await httpRequest("/api/selftest", {}, workMillis);
    if (!ok) return;
    const result = parseSelfTest(value);
    this.reach.hidden = result.advice === "" && result.ok;
    this.reach.classList.toggle("bad", !result.ok);
    this.reach.replaceChildren(result.line, result.advice === "" ? "" : h("code", {}, result.advice));
  }

  private showNote(text: string): void {
    setText(this.note, text);
  }
}

function unanswered(e: unknown): string {
  if (e instanceof NoAnswerError) return `${e.message}. Try again.`;
  throw e;
}

function row({ id }: Game): Row<Game> {
  const name = h("b", { class: "game-name" });
  const [what, players, ping, state] = [h("span"), h("span"), h("span"), h("span")];
  const join = h("a", {}, "Join");
  const watch = h("a", {}, "Watch");
  const go = h("span", { class: "game-go" }, join);
  return {
    element: h("li", { class: "game-row", "data-id": id }, name, what, players, ping, state, go),
    update: (game) => {
      setText(name, game.name);
      setText(what, [game.map, modeWords[game.mode] ?? game.mode].filter((s) => s !== "").join(" · "));
      setText(players, `${game.players}/${game.maxPlayers} players`);
      setText(ping, `${game.ping < 10 ? game.ping.toFixed(1) : Math.round(game.ping)} ms`);
      setText(state, stateWords[game.state]);
      join.href = `${game.url}#join`;
      watch.href = `${game.url}#watch`;
      if (game.state !== "game") watch.remove();
      else if (watch.parentElement === null) go.append(watch);
    },
  };
}
