// Chooses the picture's scale: the highest whole multiple of Doom's lines that this machine
// draws and paints at the screen's rate. Nothing here touches the DOM or a clock: frame
// times come in, a scale goes out.

import { maxScale } from "../shared/generated/engine";

/** What a machine gets unless it is too slow for it. */
export const usualScale = 2;

// Frames that one decision looks at, and the least for one on a machine that draws few.
const windowFrames = 40;
const fewFrames = 8;
const windowMillis = 1000;
// The first frames of a size allocate and compile.
const settleFrames = 6;
// A longer gap is a hidden page or a game that loads.
const pauseMillis = 250;
// Draw and paint together may take this part of a frame's time; tics and sound take the rest.
const budget = 0.6;
// Parts of the refreshes that may be missed: below the first a finer picture is tried, above
// the second a coarser one; only above the third one below the usual scale.
const calm = 0.05;
const late = 0.15;
const hopeless = 0.35;
// A scale that was too fine is tried again after this, and after twice as long each time.
const retryMillis = 20_000;

export class Resolution {
  private now = usualScale;
  private limit = maxScale;
  private period = Infinity; // of the screen, in ms
  private intervals: number[] = [];
  private work: number[] = [];
  private skip = settleFrames;
  private clock = 0; // sum of all intervals
  private readonly blocked = new Map<number, { until: number; millis: number }>();
  private before: { scale: number; interval: number } | null = null; // the step down just tried

  get scale(): number {
    return this.now;
  }

  /** The number of lines, in device pixels, that the picture has on the screen. */
  lines(count: number): void {
    this.limit = Math.min(maxScale, Math.max(usualScale, Math.floor(count / 200)));
    if (this.now > this.limit) this.change(this.limit);
  }

  /** A frame came interval ms after the one before, and took work ms to draw and paint; true: the scale changes. */
  frame(interval: number, work: number): boolean {
    if (interval > pauseMillis) {
      this.skip = settleFrames;
      return false;
    }
    this.clock += interval;
    if (this.skip > 0) {
      this.skip--;
      return false;
    }
    this.intervals.push(interval);
    this.work.push(work);
    const n = this.intervals.length;
    const enough = n >= windowFrames || (n >= fewFrames && n * interval >= windowMillis);
    if (!enough) return false;
    const scale = this.now;
    this.decide();
    this.intervals = [];
    this.work = [];
    return this.now !== scale;
  }

  private decide(): void {
    const interval = quantile(this.intervals, 0.5);
    const work = quantile(this.work, 0.9);
    this.period = Math.min(this.period, Math.max(4, quantile(this.intervals, 0.2)));
    const { before } = this;
    this.before = null;
    if (before !== null && interval > 0.9 * before.interval && work < budget * interval) {
      // Fewer pixels brought nothing, and neither may far fewer: then this is the screen's rate
      // now, or what the browser grants.
      if (this.now > usualScale) {
        this.block();
        this.before = before;
        this.change(usualScale);
        return;
      }
      this.period = interval;
      this.blocked.clear();
      this.change(before.scale);
      return;
    }
    const missed = this.missed();
    if (missed > (this.now <= usualScale ? hopeless : late)) {
      if (this.now === 1) return;
      this.before = { scale: this.now, interval };
      this.block();
      const fits = this.now > usualScale ? Math.max(usualScale, this.fitting(work)) : 1;
      this.change(Math.min(this.now - 1, fits));
    } else if (missed < calm) {
      let scale = this.now;
      while (scale < this.limit && this.isFree(scale + 1) && this.cost(work, scale + 1) <= budget * this.period)
        scale++;
      this.change(scale);
    }
  }

  /** Keeps this scale from being tried for a while. */
  private block(): void {
    const millis = (this.blocked.get(this.now)?.millis ?? retryMillis / 2) * 2;
    this.blocked.set(this.now, { until: this.clock + millis, millis });
  }

  /** The finest scale of which the work fits. */
  private fitting(work: number): number {
    let scale = this.now;
    while (scale > 1 && this.cost(work, scale) > budget * this.period) scale--;
    return scale;
  }

  /** The work at another scale: it grows with the pixels at most. */
  private cost(work: number, scale: number): number {
    return work * (scale / this.now) ** 2;
  }

  private isFree(scale: number): boolean {
    return this.clock >= (this.blocked.get(scale)?.until ?? 0);
  }

  /** The part of the screen's refreshes without a new picture. */
  private missed(): number {
    const refreshes = this.intervals.reduce((sum, ms) => sum + Math.max(1, Math.round(ms / this.period)), 0);
    return 1 - this.intervals.length / refreshes;
  }

  private change(scale: number): void {
    if (scale === this.now) return;
    this.now = scale;
    this.skip = settleFrames;
  }
}

function quantile(list: readonly number[], q: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(q * (sorted.length - 1))] ?? 0;
}
