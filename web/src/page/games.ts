// Other games on the network: the list that the host keeps, a search on request,
// an address typed by hand, and whether others reach this host at all.

import { BusyButton } from "./busy";
import { h, setText } from "./dom";
import { httpAddress, parseGame, parseGames, parseSelfTest, type Game } from "../shared/games";
import { isRecord, str } from "../shared/lobby";
import { Rows, type Row } from "./rows";

/** How often the list is fetched while somebody looks at it, in ms. */
const listEvery = 2000;

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
  private readonly search = new BusyButton("quiet", "Search", "Searching …", () => this.probe());
  private readonly address = h("input", {
    type: "text",
    name: "address",
    placeholder: "192.168.1.5:8666",
    "aria-label": "Address of a game",
    autocomplete: "off",
    maxlength: "260",
  });
  private readonly go = new BusyButton("quiet", "Go there", "Asking …", () => this.check(this.address.value.trim()));
  private readonly said = h("p", { class: "games-said", role: "status" });
  private readonly reach = h("p", { class: "reach", role: "status", hidden: true });
  private addresses: string | null = null;
  private last: readonly Game[] = [];

  constructor() {
    this.element = h(
      "section",
      { class: "card others" },
      h("div", { class: "card-head" }, h("h2", {}, "Games on this network"), this.search.element),
      this.list,
      this.none,
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
      this.said,
      this.reach,
    );
    this.show([]);
    setInterval(() => void this.refresh(), listEvery);
    void this.refresh();
  }

  /** The host's own addresses: where they changed, others may reach it, or no longer. */
  reachable(addresses: readonly string[]): void {
    const text = addresses.join();
    if (text === this.addresses) return;
    this.addresses = text;
    void this.test();
  }

  /** Fetches the list, unless nobody sees it. */
  private async refresh(): Promise<void> {
    if (document.hidden || (this.element.isConnected && this.element.offsetParent === null)) return;
    try {
      const response = await fetch("/api/games", { cache: "no-store" });
      if (response.ok) this.show(parseGames(await response.json()).filter((g) => !g.self));
    } catch {
      // The lobby says that the connection is lost.
    }
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
    this.say("Trying every address of this network …");
    try {
      const response = await fetch("/api/games/probe", { method: "POST" });
      const v: unknown = await response.json();
      const o = isRecord(v) ? v : {};
      this.say(str(o.error) || (Number(o.open) > 0 ? "" : "Nobody else answers on this network."));
    } catch {
      this.say("The host does not answer.");
    }
    await this.refresh();
  }

  private async check(address: string): Promise<void> {
    if (address === "") return;
    this.say(`Asking ${address} …`);
    try {
      const response = await fetch(`/api/games/check?address=${encodeURIComponent(address)}`, { cache: "no-store" });
      const v: unknown = await response.json();
      const game = response.ok ? parseGame(v) : null;
      if (game !== null) {
        location.assign(game.url);
        return;
      }
      this.say(isRecord(v) ? str(v.error) : "");
    } catch {
      this.say("The host does not answer.");
    }
    // The browser may reach what the host does not.
    const url = httpAddress(address.includes("://") ? address : `http://${address}`);
    if (url !== null) this.said.append(" ", h("a", { href: url }, "Open it anyway"));
  }

  private async test(): Promise<void> {
    try {
      const response = await fetch("/api/selftest", { cache: "no-store" });
      if (!response.ok) return;
      const result = parseSelfTest(await response.json());
      this.reach.hidden = result.advice === "" && result.ok;
      this.reach.classList.toggle("bad", !result.ok);
      this.reach.replaceChildren(result.line, result.advice === "" ? "" : h("code", {}, result.advice));
    } catch {
      // Without a result nothing is said.
    }
  }

  private say(text: string): void {
    setText(this.said, text);
  }
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
