// What the screen shows of the engine at work: by the player's options, through
// one slot's eyes.

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

  /** Through whose eyes one looks. */
  get slot(): number {
    return this.viewed;
  }

  /** An engine begins something new, seen by a slot. */
  begin(engine: Engine, slot: number): void {
    this.viewed = slot;
    this.apply(engine);
  }

  setOptions(options: PlayOptions): void {
    this.options = options;
    const { engine } = this.activity;
    if (engine !== null) this.apply(engine);
  }

  /** Looks through another slot's eyes; the simulation stays the same. */
  view(slot: number): void {
    this.viewed = slot;
    const { playing } = this.activity;
    if (playing !== null) this.apply(playing.engine);
  }

  /** Draws a picture into the spare buffer, where it fits; null: there is nothing to be seen. */
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
