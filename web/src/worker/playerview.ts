// Shows the engine's screen with the player's options and from one slot's point of view.

import type { CurrentActivity } from "./currentactivity";
import { copied, type Engine } from "./engine";
import type { PlayOptions } from "../shared/messages";
import type { Drawn } from "../shared/pictures";

export class PlayerView {
  private options: PlayOptions | null = null;
  private viewed = 0;

  constructor(
    private readonly activity: CurrentActivity,
    private readonly broke: (e: unknown) => void,
  ) {}

  /** The slot whose point of view is shown. */
  get slot(): number {
    return this.viewed;
  }

  /** An engine begins a new game, viewed from a slot. */
  begin(engine: Engine, slot: number): void {
    this.viewed = slot;
    this.apply(engine);
  }

  setOptions(options: PlayOptions): void {
    this.options = options;
    const { engine } = this.activity;
    if (engine !== null) this.apply(engine);
  }

  /** Switches to another slot's point of view; the simulation stays the same. */
  view(slot: number): void {
    this.viewed = slot;
    const { playing } = this.activity;
    if (playing !== null) this.apply(playing.engine);
  }

  /** Draws a picture, into the spare buffer if it fits; null: there is nothing to show. */
  draw(spare: ArrayBuffer | null): Drawn | null {
    const a = this.activity.now;
    if (a.at !== "playing" && a.at !== "showing") return null;
    try {
      const begin = performance.now();
      const picture = (a.at === "playing" ? a.game : a.loop).draw(this.options?.interpolate ?? true);
      return { ...copied(picture, spare), mapShown: a.engine.mapShown(), drawMillis: performance.now() - begin };
    } catch (e) {
      this.broke(e);
      return null;
    }
  }

  private apply(engine: Engine): void {
    if (this.options !== null) engine.options(this.options, this.viewed);
  }
}
