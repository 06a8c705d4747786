// The game's view with what lies over it: the wait for the first tic, a recording's bar,
// the demo loop's line.

import { DemosView } from "./demosview";
import { saveFile } from "./files";
import { GameView } from "./gameview";
import type { HostPoll } from "./hostpoll";
import type { Navigation } from "./navigation";
import type { RendererOptions } from "./picture";
import type { PlayerOptions } from "./playeroptions";
import { ReplayView } from "./replayview";
import type { ScreenStore } from "./screenstore";
import { WaitingView } from "./waitingview";
import type { Post } from "./workerlink";
import type { FromWorker, ToWorker } from "../shared/messages";
import { readDemo } from "../shared/savegame";

export class GameScreen {
  readonly view: GameView;
  private played = false; // the player did something in the game that is shown

  constructor(
    private readonly store: ScreenStore,
    private readonly post: Post,
    navigation: Navigation,
    options: PlayerOptions,
    poll: HostPoll,
    renderer: RendererOptions,
  ) {
    const leave = (): void => navigation.leave();
    this.view = new GameView(options.current, renderer, {
      post: (message, transfer) => this.send(message, transfer),
      menu: (open) => {
        const { screen } = store;
        // The demo loop has none: a gamepad's button leads back, too.
        if (screen.at === "game" && screen.game.role === "demos") leave();
        else store.dispatch({ k: "menu", open });
      },
      typing: (open) => store.dispatch({ k: "typing", open }),
      viewed: (slot) => store.dispatch({ k: "viewed", slot }),
      leave,
      unanswered: () => store.dispatch({ k: "requestLost", sent: true }),
      endForAll: () => post({ k: "lobby", message: { t: "stop" } }),
      lobbyChat: (text) => post({ k: "lobby", message: { t: "chat", text } }),
      options: (o) => options.set({ ...o, name: options.current.name }), // the name is the lobby's
    });
    const waiting = new WaitingView(() => post({ k: "lobby", message: { t: "begin" } }), leave);
    const playback = new ReplayView({
      play: (play) => post({ k: "playback", play }),
      speed: (speed) => post({ k: "playback", speed }),
      seek: (seek) => post({ k: "playback", seek }),
      leave,
    });
    const demos = new DemosView(leave);
    this.view.element.append(waiting.element, playback.element, demos.element);
    for (const part of [this.view, waiting, playback, demos]) store.follow((screen) => part.update(screen));
    poll.follow({ info: (info) => this.view.setAddress(info.addresses[0] ?? location.origin) });
  }

  /** A game is ready to be shown. */
  begin(m: Extract<FromWorker, { k: "playing" }>): void {
    if (this.store.screen.at !== "game") return; // it was left before it began
    this.played = false;
    this.view.begin(m);
  }

  /** Gives a player the game for one as a file. */
  saved(demo: ArrayBuffer): void {
    const { at } = readDemo(new Uint8Array(demo));
    const time = new Date().toISOString().slice(0, 19).replace("T", " ").replace(/:/g, "");
    saveFile(`doomhost ${time} ${at.episode}-${at.map}.lmp`, demo, "application/octet-stream");
    this.view.saved();
  }

  /** A tab that is closed in a fight by accident would be bitter. */
  get isPlayed(): boolean {
    const { screen } = this.store;
    if (screen.at !== "game") return false;
    const { role } = screen.game;
    return role === "player" || (role === "solo" && this.played);
  }

  private send(message: ToWorker, transfer?: Transferable[]): void {
    if (message.k === "key" || message.k === "mouse" || message.k === "stick") this.played = true;
    this.post(message, transfer);
  }
}
