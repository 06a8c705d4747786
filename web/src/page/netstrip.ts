// The last minute of the connection as a strip: a bar for each second, as high
// as the input's delay, red where the game stood still or the host played for
// us.

import { h } from "./dom";
import type { NetStats } from "../shared/messages";

const bars = 60;
const barWidth = 3;
const height = 36;
// A bar of full height is a delay of so many ms.
const fullMillis = 300;
const gapShown = 100; // ms between two bundles that are worth a mark

interface Bar {
  readonly delay: number;
  readonly gap: number;
  readonly bad: boolean;
}

export class NetStrip {
  readonly element: HTMLCanvasElement;
  private readonly history: Bar[] = [];
  private last: NetStats | null = null;

  constructor() {
    this.element = h("canvas", { class: "net-strip" });
    this.element.width = bars * barWidth;
    this.element.height = height;
  }

  /** Takes in the figures of one more second; null forgets all. */
  update(stats: NetStats | null): void {
    if (stats === this.last) return;
    const before = this.last;
    this.last = stats;
    if (stats === null) {
      this.history.length = 0;
    } else {
      const bad = before !== null && (stats.stalls > before.stalls || stats.late > before.late);
      this.history.push({ delay: stats.delay, gap: stats.gap, bad });
      if (this.history.length > bars) this.history.shift();
    }
    this.draw();
  }

  private draw(): void {
    const context = this.element.getContext("2d");
    if (context === null) return;
    context.clearRect(0, 0, this.element.width, height);
    const y = (ms: number): number => Math.min(height, Math.max(1, (ms / fullMillis) * height));
    this.history.forEach((bar, i) => {
      const x = (bars - this.history.length + i) * barWidth;
      context.fillStyle = bar.bad ? "#e0503c" : "#6cc04a";
      context.fillRect(x, height - y(bar.delay), barWidth - 1, y(bar.delay));
      if (bar.gap >= gapShown) {
        context.fillStyle = "#ffb454";
        context.fillRect(x, height - y(bar.gap), barWidth - 1, 2);
      }
    });
  }
}
