// The lobby page.

import { AloneDialog } from "./alone";
import { logo } from "./art";
import { WaitLine } from "./waitline";
import { BusyButton, Effect } from "./busy";
import { Chat } from "./chat";
import { h, setText } from "./dom";
import { FetchedLine } from "./fetchedline";
import { GameForm } from "./gameform";
import { Games } from "./games";
import type { HostInfo } from "./api";
import { Invite } from "./invite";
import { Library } from "./library";
import { blocks } from "./mapcheck";
import { fingers, pointerChanges } from "./pointer";
import { ReplayList } from "./replaylist";
import { ScoreBoard } from "./score";
import { nameNote, Seats } from "./seats";
import type { LobbyState, Screen } from "./state";
import { hasGame, type WadList } from "./wadlist";
import { sentence, failureText, type FailureText } from "./text";
import { progressWords, waitingFor } from "./progresstext";
import type { JoinRequest } from "../shared/generated/lobby";
import { defaultParams, type Params, type Seat, type ToHost } from "../shared/lobby";
import { possibleName, tidyName } from "../shared/names";
import type { Game } from "../shared/games";
import type { StoredGame, Failure } from "../shared/messages";
import type { Past } from "../shared/savegame";
import type { Wad } from "../shared/wads";

export interface LobbyEvents {
  send(message: ToHost): void;
  name(name: string): void;
  watch(): void;
  replay(id: string): void;
  replayFile(file: File): void;
  solo(params: Params, past: Past, key: string): void;
  listSaves(): void;
  demos(wads: readonly string[]): void;
  adminToken(): string;
  lookForWads(): Promise<void>;
  listed(list: WadList): void;
  listChanged(): void;
  connect(): void;
  dismiss(): void;
  /** The host has done nothing of what was asked of it. */
  unanswered(): void;
  quit(): Promise<void>;
}

export class LobbyView {
  readonly element: HTMLElement;
  private readonly seats: Seats;
  private readonly form: GameForm;
  private readonly library: Library;
  private readonly chat: Chat;
  private readonly invite = new Invite();
  private readonly otherGames = new Games();
  private readonly score = new ScoreBoard();
  private readonly recorded: ReplayList;
  private visible = false;
  private readonly hostName = h("span", { class: "host-name" });
  private readonly link = h("span", { class: "link", role: "status" });
  private readonly back: HTMLButtonElement;
  private readonly quit: BusyButton;
  private readonly notice = h("div", { class: "notice", role: "alert", hidden: true });
  private noticed: FailureText | null = null; // what the notice says
  private readonly name: HTMLInputElement;
  private readonly nameNote = h("span", { class: "name-note", role: "status" });
  private readonly start: BusyButton;
  private readonly unstartable = h("span", { class: "unstartable", hidden: true }); // why there is no start
  private readonly anyway: BusyButton;
  private readonly join: BusyButton;
  private readonly effect = new Effect();
  private readonly watch: HTMLButtonElement;
  private readonly alone: HTMLButtonElement;
  private readonly demos: HTMLButtonElement;
  private readonly state = h("p", { class: "state" });
  private readonly requestLine = new WaitLine();
  private readonly fetched = new FetchedLine();
  private readonly countdown = h("div", { class: "countdown", "aria-live": "assertive", hidden: true });
  private readonly dialog: AloneDialog;
  private readonly controlsHint = h("span");
  private lobby: LobbyState | null = null;
  private failure: Failure | null = null;
  private wads: readonly Wad[] = [];
  private wadList: WadList | null = null; // null: not known yet

  constructor(
    name: string,
    private readonly events: LobbyEvents,
  ) {
    this.seats = new Seats({
      takeSeat: (slot) =>
        this.request(this.lobby?.running ? { t: "join", slot, ...this.ownName() } : { t: "slot", slot }),
      kick: (slot) => this.request({ t: "kick", slot }),
    });
    this.form = new GameForm(
      (params) => events.send({ t: "params", params }),
      false,
      "lobby",
      () => {
        if (this.lobby !== null) this.fill(this.lobby);
      },
    );
    this.library = new Library({
      token: () => events.adminToken(),
      look: () => events.lookForWads(),
      listed: (list) => events.listed(list),
      changed: () => events.listChanged(),
    });
    this.chat = new Chat((text) => events.send({ t: "chat", text }));
    this.recorded = new ReplayList(
      (id) => events.replay(id),
      (file) => events.replayFile(file),
    );
    this.dialog = new AloneDialog(events.solo);
    this.name = h("input", {
      type: "text",
      class: "name",
      // The host counts characters as they are seen, and says what it does not take.
      maxlength: "64",
      value: name,
      placeholder: "Your name",
      "aria-label": "Your name",
      autocomplete: "nickname",
      dir: "auto",
      onchange: () => {
        this.name.setAttribute("aria-invalid", String(!possibleName(this.name.value)));
        events.name(tidyName(this.name.value));
      },
      onkeydown: (e) => {
        if (e.key === "Enter") this.name.blur();
      },
    });
    this.start = new BusyButton("start", "Start game", "Starting …", "the host", () => this.request({ t: "start" }));
    this.anyway = new BusyButton("quiet", "Start anyway", "Starting …", "the host", () =>
      this.request({ t: "start", anyway: true }),
    );
    this.join = new BusyButton("start", "Join the game", "Joining …", "the host", () =>
      this.request({ t: "join", ...this.ownName() }),
    );
    this.watch = h("button", { type: "button", class: "quiet", onclick: () => events.watch() }, "Watch");
    this.alone = h("button", { type: "button", class: "quiet", onclick: () => this.playAlone() }, "Play alone");
    this.demos = h(
      "button",
      { type: "button", class: "quiet", onclick: () => events.demos(this.demoWads()) },
      "Watch the demos",
    );
    this.back = h(
      "button",
      { type: "button", class: "quiet", hidden: true, onclick: () => events.connect() },
      "Come back",
    );
    this.quit = new BusyButton("quiet", "Stop hosting", "Ending …", "the host", () => events.quit());
    this.quit.hidden = true;
    this.element = h(
      "div",
      { class: "lobby" },
      h(
        "header",
        {},
        h("h1", {}, logo()),
        h("div", { class: "where" }, this.hostName, this.link, this.back, this.quit.element),
      ),
      this.notice,
      this.library.banner,
      h(
        "main",
        {},
        h(
          "section",
          { class: "card who" },
          h(
            "div",
            { class: "card-head" },
            h("h2", {}, "Marines"),
            h("div", { class: "name-field" }, this.name, this.nameNote),
          ),
          this.seats.element,
          this.state,
          this.score.element,
        ),
        h(
          "section",
          { class: "card what" },
          h("h2", {}, "The game"),
          this.requestLine.element,
          this.form.element,
          this.library.element,
          this.fetched.element,
          h(
            "div",
            { class: "actions" },
            this.start.element,
            this.unstartable,
            this.anyway.element,
            this.join.element,
            this.watch,
            this.alone,
            this.demos,
          ),
        ),
        this.chat.element,
        this.invite.element,
        this.recorded.element,
        this.otherGames.element,
      ),
      h("footer", {}, this.controlsHint),
      this.countdown,
      this.dialog.element,
    );
    this.showHands();
    pointerChanges(() => this.showHands());
  }

  /** How one plays here, by what points. */
  private showHands(): void {
    setText(
      this.controlsHint,
      fingers()
        ? "The left thumb walks · the right thumb turns · buttons fire and use · ☰ menu"
        : "Move W A S D · turn ← → or mouse · fire F or click · use Space · Esc menu",
    );
  }

  info(info: HostInfo): void {
    setText(this.hostName, info.name);
    document.title = `${info.name} · doomhost`;
    this.invite.update(info);
    this.otherGames.reachable(info.addresses);
  }

  /** What is waited for of the host's name, addresses and WADs; empty: nothing. */
  retrying(words: string): void {
    this.requestLine.show(words);
  }

  list(list: WadList): void {
    this.wads = list.wads;
    this.wadList = list;
    this.dialog.list(list.wads);
    if (this.lobby !== null) this.fill(this.lobby);
  }

  /** A file is on its way to the host's library. */
  get uploading(): boolean {
    return this.library.uploading;
  }

  /** Sends files to the host's library. */
  addWads(files: readonly File[]): void {
    this.library.add(files);
  }

  /** The page is on show, or not any more. */
  show(on: boolean): void {
    if (on && !this.visible) void this.recorded.refresh();
    if (!on) this.recorded.stop();
    this.visible = on;
    this.library.update(this.lobby?.host === true, this.wadList, on);
    this.effect.stands(String(on));
    if (this.lobby !== null) this.score.update(this.lobby, on);
  }

  update(screen: Extract<Screen, { at: "lobby" }>): void {
    const { lobby, failure } = screen;
    const wasRunning = this.lobby?.running === true;
    this.lobby = lobby;
    this.failure = failure;
    this.fill(lobby);
    this.score.update(lobby, this.visible);
    // A game that is over is a recording.
    if (wasRunning && !lobby.running) void this.recorded.refresh();
    this.notify(
      failure !== null ? failureText(failure) : lobby.error !== "" ? { title: "", text: sentence(lobby.error) } : null,
    );
  }

  /** Shows a notice. One that is there stays as it is: its button may just be clicked. */
  private notify(words: FailureText | null): void {
    if (words?.title === this.noticed?.title && words?.text === this.noticed?.text) return;
    this.noticed = words;
    this.notice.hidden = words === null;
    if (words === null) return;
    this.notice.replaceChildren(
      h("div", {}, words.title !== "" && h("b", {}, words.title), h("p", {}, words.text)),
      h("button", { type: "button", class: "quiet", onclick: () => this.events.dismiss() }, "OK"),
    );
    this.notice.scrollIntoView({ block: "nearest" }); // what it answers may stand far below
  }

  playAlone(): void {
    this.dialog.open(this.wads, this.lobby?.params ?? defaultParams);
    this.events.listSaves();
  }

  /** Opens a saved game, or the demo of one. */
  openSaved(file: File): void {
    this.playAlone();
    void this.dialog.openFile(file);
  }

  /** The other games on the network, as they were seen last. */
  knownGames(): readonly Game[] {
    return this.otherGames.known;
  }

  /** The games for one that the browser kept. */
  saves(games: readonly StoredGame[]): void {
    this.dialog.offer(games);
  }

  /** Whose demos are shown: those of the game that is chosen. */
  private demoWads(): readonly string[] {
    const chosen = this.lobby?.params ?? defaultParams;
    if (this.wads.some((w) => w.id === chosen.wadId))
      return [chosen.wadId, ...chosen.pwads.filter((id) => this.wads.some((w) => w.id === id))];
    return this.wads
      .filter((w) => w.kind === "iwad")
      .slice(0, 1)
      .map((w) => w.id);
  }

  /** The name to join with: one that the host refuses would keep the player out. */
  private ownName(): Pick<JoinRequest, "name"> {
    return possibleName(this.name.value) ? { name: tidyName(this.name.value) } : {};
  }

  /** Says something to the host, and waits for what comes of it. An older failure is none of that. */
  private async request(message: ToHost): Promise<void> {
    this.events.dismiss();
    this.events.send(message);
    if (!(await this.effect.next())) this.events.unanswered();
  }

  private fill(lobby: LobbyState): void {
    this.effect.stands(
      JSON.stringify([
        lobby.link,
        lobby.slot,
        lobby.running,
        lobby.countdown,
        lobby.error,
        lobby.players,
        lobby.freeSlots,
        this.failure,
      ]),
    );
    const open = lobby.link === "open";
    const seated = lobby.slot !== null;
    this.seats.update(lobby, this.name.value);
    setText(this.nameNote, nameNote(lobby.players.find((p) => p.slot === lobby.slot)?.name ?? "", this.name.value));
    this.form.update(
      this.wads,
      lobby.params ?? defaultParams,
      open && seated && !lobby.running && lobby.countdown === 0,
      lobby.host ? "host" : "guest",
    );
    this.library.update(lobby.host, this.wadList, this.visible);
    this.form.element.hidden = this.library.lacksGame;
    this.chat.update(lobby.chat);
    this.chat.reachable(open);
    this.link.className = `link ${lobby.link}`;
    setText(this.link, linkWords(lobby));
    this.back.hidden = lobby.link !== "away" && lobby.unreachable?.retryFor !== 0;
    this.quit.hidden = !lobby.host || !open;
    this.start.hidden = lobby.running;
    const lacksGame = this.library.lacksGame;
    const startable = open && seated && lobby.countdown === 0 && !lacksGame;
    this.unstartable.hidden = !lacksGame || lobby.running;
    setText(this.unstartable, lobby.host ? "There is no game yet: get one above." : "The host has no game yet.");
    const found = this.form.check.verdict;
    const blocked = found !== null && blocks(found);
    this.start.disabled = !startable || blocked;
    this.anyway.hidden = lobby.running || !lobby.host || !blocked || found.error !== "";
    this.anyway.disabled = !startable;
    this.join.hidden = !lobby.running;
    this.join.disabled = !open || lobby.freeSlots.length === 0;
    this.watch.hidden = !lobby.running;
    this.watch.disabled = !open;
    this.alone.disabled = !hasGame(this.wads);
    this.demos.disabled = !hasGame(this.wads);
    setText(this.state, stateWords(lobby, blocked || lacksGame));
    this.start.label(fetching(lobby).length > 0 && !blocked ? "Start anyway" : "Start game");
    this.fetched.update(lobby);
    this.countdown.hidden = lobby.countdown === 0;
    setText(this.countdown, String(lobby.countdown || ""));
  }
}

/** How the connection to the lobby stands. Attempts that follow each other are no news. */
function linkWords({ link, unreachable }: LobbyState): string {
  if (link === "open") return "connected";
  if (link === "away" || unreachable?.retryFor === 0) return "not connected";
  if (unreachable === null) return link === "lost" ? "connection lost, trying again …" : "connecting …";
  return unreachable.wasConnected ? "connection lost, trying again …" : "the host does not answer yet";
}

/** The others who have not got the game's data yet. */
function fetching(lobby: LobbyState): readonly Seat[] {
  return lobby.players.filter((p) => p.slot !== lobby.slot && p.progress !== null && p.progress !== undefined);
}

function stateWords(lobby: LobbyState, blocked: boolean): string {
  if (lobby.link !== "open")
    return lobby.link === "away" || lobby.unreachable === null || lobby.unreachable.retryFor === 0
      ? ""
      : "Waiting for the host to answer. This page tries for ten minutes, and goes on by itself.";
  if (lobby.running) {
    return lobby.freeSlots.length > 0
      ? "A game is running. Join it, or watch."
      : "A game is running, and all its seats are taken. You can watch.";
  }
  if (lobby.full) return "All four seats are taken. You get the next one that is free.";
  if (lobby.slot === null) return "";
  const missing = fetching(lobby);
  if (missing.length > 0) {
    const one = missing.length === 1;
    return `${waitingFor(missing.map((p) => p.name))} still ${one ? "fetches" : "fetch"} the game's data (${missing.map(progressWords).join(", ")}). A start waits up to ten seconds for ${one ? "that player, who" : "them; who"} else joins the running game.`;
  }
  const others = lobby.players.length - 1;
  if (others === 0) return "Nobody else is here yet. Others open the address below.";
  const who = others === 1 ? "One other marine is here." : `${others} other marines are here.`;
  return blocked ? who : `${who} Anyone may start.`;
}
