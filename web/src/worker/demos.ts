// The title and the demos that Doom shows while nobody plays. There are no bundles and no
// input; the clock drives the engine.

import { Phase } from "./phase";
import type { Engine, Picture } from "./engine";
import { ticMillis } from "../shared/wire";

const beatMillis = 8;
// After a suspension (a closed lid) the demos continue from now.
const mostTics = 8;

export class DemoLoop {
  private readonly phase = new Phase();
  private readonly timer: ReturnType<typeof setInterval>;
  private due: number; // when the next tic is due, ms
  private part = -1;

  constructor(
    private readonly engine: Engine,
    /** Called with the number of the part when another one begins. */
    private readonly changed: (piece: number) => void,
    private readonly failed: (e: unknown) => void,
  ) {
    this.due = performance.now();
    this.timer = setInterval(() => this.beat(), beatMillis);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  draw(interpolate: boolean): Picture {
    const now = performance.now();
    return this.engine.draw(interpolate ? this.phase.alpha(now) : 1, now, false);
  }

  private beat(): void {
    const now = performance.now();
    if (now - this.due > mostTics * ticMillis) this.due = now;
    try {
      for (; this.due <= now; this.due += ticMillis) {
        const piece = this.engine.attractStep();
        this.phase.tic(this.due);
        if (piece !== this.part) this.changed(piece);
        this.part = piece;
      }
    } catch (e) {
      this.stop();
      this.failed(e);
    }
  }
}
