// A game on the screen: picture, hands, menu.

import { Banner } from "./banner";
import { row } from "./chat";
import { h } from "./dom";
import { Gamepads } from "./gamepad";
import { GameMenu } from "./gamemenu";
import { Keyboard, type Listening, type PlaybackAct } from "./keyboard";
import { Mouse } from "./mouse";
import { NetGraph } from "./netgraph";
import { shown, type Options } from "./options";
import { Picture, type RendererOptions } from "./picture";
import { Resolution, usualScale } from "./resolution";
import type { ChatLine, GameState, Screen } from "./state";
import { ChatInput } from "./chatinput";
import { Touch } from "./touch";
import type { Action } from "../shared/actions";
import { isOffline, isSpectating, type FromWorker, type ToWorker } from "../shared/messages";
import { ticRate } from "../shared/wire";

export interface GameEvents {
  post(message: ToWorker, transfer?: Transferable[]): void;
  menu(open: boolean): void;
  typing(open: boolean): void;
  viewed(slot: number): void;
  leave(): void;
  endForAll(): void;
  unanswered(): void;
  lobbyChat(text: string): void;
  options(options: Options): void;
}

// How long a line of talk stays.
const chatMillis = 7000;
// How far an arrow key goes in a recorded game, in tics.
const seekStep = 10 * ticRate;

export class GameView {
  readonly element: HTMLElement;
  readonly picture: Picture;
  private readonly keyboard: Keyboard;
  private readonly mouse: Mouse;
  private readonly touch: Touch;
  private readonly pads: Gamepads;
  private readonly menu: GameMenu;
  private readonly net = new NetGraph();
  private readonly banner: Banner;
  private readonly hint = h("div", { class: "hint", hidden: true }, "Click to use the mouse");
  private readonly talk = h("ol", { class: "talk", "aria-live": "polite" });
  private readonly chatInput: ChatInput;
  private game: GameState | null = null;
  private readonly resolution = new Resolution();
  private warned = false; // that the machine is too slow for the usual picture
  private lastLine: ChatLine | undefined;
  private address = "";

  constructor(
    private options: Options,
    renderer: RendererOptions,
    private readonly events: GameEvents,
  ) {
    const canvas = h("canvas", { class: "picture", tabindex: "0", "aria-label": "The game" });
    const space = h("div", { class: "space" }, canvas);
    const act = (action: Action, down: boolean): void => events.post({ k: "key", action, down });
    const openMenu = (): void => events.menu(true);
    this.menu = new GameMenu(options, {
      resume: () => this.resume(),
      leave: () => events.leave(),
      endForAll: () => events.endForAll(),
      unanswered: () => events.unanswered(),
      save: () => events.post({ k: "save" }),
      options: (o) => {
        this.apply(o);
        events.options(o);
      },
      view: (slot) => {
        events.post({ k: "view", slot });
        events.viewed(slot);
      },
    });
    this.chatInput = new ChatInput({
      text: (text) => {
        if (this.game?.role === "player") events.post({ k: "chatText", text });
      },
      type: (char) => {
        if (this.game?.role === "player") events.post({ k: "screenAct", what: "type", value: char });
      },
      line: (text) => {
        if (this.game?.role === "spectator") events.lobbyChat(text);
      },
      closed: () => {
        events.typing(false);
        this.picture.canvas.focus();
      },
    });
    const stick = (forward: number, side: number, turn: number): void =>
      events.post({
        k: "stick",
        forward: Math.round(forward * 256),
        side: Math.round(side * 256),
        turn: Math.round(turn * 256),
      });
    const map = (): void => events.post({ k: "screenAct", what: "map", value: 0 });
    this.pads = new Gamepads(options.bindings, {
      action: act,
      stick,
      menu: () => (this.game?.menu === true ? this.resume() : openMenu()),
      map,
    });
    this.touch = new Touch({
      stick: (forward, side) => stick(forward, side, 0),
      turn: (dx) => events.post({ k: "mouse", dx: Math.round(dx), dy: 0 }),
      action: act,
      menu: openMenu,
      map,
      chat: () => (this.game?.typing === true ? this.chatInput.cancel() : this.openChat()),
      mouse: () => void this.takeMouse(),
    });
    this.banner = new Banner(() => events.post({ k: "connect" }));
    this.element = h(
      "div",
      { class: "game", hidden: true },
      space,
      this.talk,
      this.net.element,
      this.banner.element,
      this.hint,
      this.chatInput.element,
      this.touch.element,
      this.menu.element,
    );
    this.picture = new Picture(
      canvas,
      space,
      renderer,
      (port) => events.post({ k: "framePort", port }, [port]),
      (painted, interval) => {
        this.keyboard.mapShown = painted.mapShown;
        this.measure(interval, painted.drawMillis + painted.paintMillis);
        this.pads.poll();
      },
    );
    this.keyboard = new Keyboard(options.bindings, {
      action: act,
      screen: (what, value) => events.post({ k: "screenAct", what, value }),
      releaseAll: () => events.post({ k: "releaseKeys" }),
      menu: openMenu,
      chat: () => this.openChat(),
      pause: () => events.post({ k: "pause" }),
      playback: (what) => this.playback(what),
    });
    this.mouse = new Mouse(canvas, options.bindings, {
      move: (dx, dy) => events.post({ k: "mouse", dx, dy }),
      action: act,
      lost: () => {
        if (this.game !== null && !this.game.menu && !this.game.typing) openMenu();
      },
    });
    canvas.addEventListener("click", () => void this.takeMouse());
    addEventListener("resize", () => this.sendOptions());
    this.menu.scaleNow(this.resolution.scale);
    document.addEventListener("visibilitychange", () => {
      // Nobody sees it, and nobody else plays: it waits.
      if (document.hidden && this.game?.role === "solo" && !this.game.menu) openMenu();
    });
  }

  apply(options: Options): void {
    if (options.bindings !== this.options.bindings) {
      for (const hand of [this.keyboard, this.mouse, this.pads]) hand.bind(options.bindings);
    }
    this.options = options;
    this.picture.gamma(shown(options).gamma);
    this.showNet();
    this.sendOptions();
  }

  /** A recording has no connection to show the figures of. */
  private showNet(): void {
    const net = this.game === null || this.game.role === "replay" ? null : this.game.net;
    this.net.update(net, this.options.netGraph);
  }

  /** Adapts an automatic scale to what the machine draws in time. */
  private measure(interval: number, work: number): void {
    if (shown(this.options).scale !== 0 || this.game === null || interval === 0) return;
    const before = this.resolution.scale;
    this.resolution.lines(this.picture.lines);
    this.resolution.frame(interval, work);
    const { scale } = this.resolution;
    if (scale === before) return;
    this.menu.scaleNow(scale);
    this.sendOptions();
    if (scale >= usualScale || this.warned) return;
    this.warned = true;
    this.showNotice("This machine draws a finer picture too slowly. It is 320 × 200 now; see Picture in the settings.");
  }

  saved(): void {
    this.menu.saved();
  }

  setAddress(address: string): void {
    this.address = address;
  }

  begin(m: Extract<FromWorker, { k: "playing" }>): void {
    this.picture.palettes(new Uint8Array(m.palettes));
    this.picture.gamma(shown(this.options).gamma);
    this.element.hidden = false;
    this.sendOptions();
    this.picture.canvas.focus();
  }

  /** Shows what the screen's state says. */
  update(screen: Screen): void {
    const game = screen.at === "game" ? screen.game : null;
    const before = this.game;
    this.game = game;
    this.element.hidden = game === null;
    this.picture.run(game !== null);
    const to = listening(game);
    this.keyboard.listen(to);
    this.pads.listen(to !== "none");
    if (game === null) {
      this.banner.update(screen);
      this.mouse.unlock();
      this.menu.close();
      this.chatInput.show(false);
      this.touch.release();
      return;
    }
    if (game.menu) {
      this.mouse.unlock();
      this.touch.release();
    }
    this.touch.update(!isOffline(game.role));
    this.element.classList.toggle("spectating", isSpectating(game.role));
    // What the menu covers is out of reach for keys, too.
    for (const el of this.element.children) el.toggleAttribute("inert", game.menu && el !== this.menu.element);
    if (game.role === "solo" && game.menu !== (before?.menu ?? false))
      this.events.post({ k: "holdSolo", on: game.menu });
    this.menu.update(game, screen.lobby, this.address);
    this.showNet();
    this.banner.update(screen);
    this.showHint();
    // A player's line stands in the picture, if no keyboard on the glass is over
    // it; a spectator has no part in it.
    this.chatInput.element.classList.toggle("in-picture", game.role !== "spectator" && !this.touch.shown);
    this.chatInput.element.classList.toggle("above", this.touch.shown);
    this.chatInput.show(game.typing);
    // What was said before the game is no news in it.
    if (before === null) this.lastLine = screen.lobby.chat.at(-1);
    this.showTalk(screen.lobby.chat.at(-1));
  }

  private resume(): void {
    this.events.menu(false);
    this.picture.canvas.focus();
    void this.takeMouse();
  }

  private async takeMouse(): Promise<void> {
    if (this.game === null || !this.game.begun || isSpectating(this.game.role) || this.touch.shown) return;
    await this.mouse.lock();
    this.showHint();
  }

  private showHint(): void {
    const game = this.game;
    this.hint.hidden =
      game === null || !game.begun || game.menu || isSpectating(game.role) || this.mouse.locked || this.touch.shown;
  }

  private sendOptions(): void {
    const o = shown(this.options);
    this.events.post({
      k: "options",
      options: {
        mouseSpeed: Math.round((256 * o.mouseSpeed) / 10),
        mouseForward: o.mouseForward,
        alwaysRun: o.alwaysRun,
        interpolate: o.interpolate,
        scale: o.scale === 0 ? this.resolution.scale : o.scale,
        fieldOfView: o.fieldOfView,
        wide: o.wide,
        bar: o.bar,
        crosshair: o.crosshair,
        figures: o.figures,
        calm: o.calm,
        messages: o.messages,
        aspect: this.picture.aspect(),
        effects: o.effects,
        music: o.music,
      },
    });
  }

  private openChat(): void {
    if (this.game === null || isOffline(this.game.role)) return;
    if (this.game.role === "player") this.events.post({ k: "screenAct", what: "chat", value: 0 });
    this.events.typing(true);
  }

  private playback(what: PlaybackAct): void {
    const replay = this.game?.replay;
    if (replay === undefined || replay === null) return;
    if (what === "toggle") this.events.post({ k: "playback", play: !replay.playing });
    else this.events.post({ k: "playback", seek: replay.tic + (what === "back" ? -seekStep : seekStep) });
  }

  private showTalk(line: ChatLine | undefined): void {
    if (line === undefined || line === this.lastLine) return;
    this.lastLine = line;
    if (line.past === true) return; // no news
    this.append(line);
  }

  /** Says something about this page; nobody else reads it. */
  private showNotice(text: string): void {
    this.append({ slot: null, name: "", text, event: true });
  }

  private append(line: ChatLine): void {
    const item = row(line);
    this.talk.append(item);
    setTimeout(() => item.remove(), chatMillis);
  }
}

/** Whom keys and gamepads are for. */
function listening(game: GameState | null): Listening {
  if (game === null || game.role === "demos" || game.menu || game.typing) return "none";
  return game.role === "replay" ? "playback" : "game";
}
