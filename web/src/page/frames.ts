// Gets pictures from the Worker, one for each refresh of the screen, and paints
// them. Two buffers go round and round.

import type { Picture } from "./picture";
import type { FromWorker, ToWorker } from "../shared/messages";

type FrameMessage = Extract<FromWorker, { k: "frame" }>;

/** What was measured, in milliseconds. */
export interface FrameFigures {
  count: number;
  first: number; // when the first picture was there, from the page's start
  lastDraw: number; // in the Worker, copy included
  draws: number; // sum
  paints: number; // sum
  readonly intervals: number[]; // between the last pictures
}

const intervalsKept = 600;

export class Frames {
  readonly figures: FrameFigures = { count: 0, first: 0, lastDraw: 0, draws: 0, paints: 0, intervals: [] };
  private arrived: FrameMessage | null = null;
  private spare: ArrayBuffer | null = null;
  private asked = false;
  private running = false;
  private lastPaint = 0;

  constructor(
    private readonly picture: Picture,
    private readonly post: (message: ToWorker, transfer: Transferable[]) => void,
    private readonly painted: (frame: FrameMessage) => void,
    private readonly refreshed: () => void,
  ) {}

  run(on: boolean): void {
    if (on && !this.running) requestAnimationFrame(this.refresh);
    this.running = on;
  }

  frame(m: FrameMessage): void {
    this.asked = false;
    if (this.arrived !== null) this.spare = this.arrived.buffer; // it came too late to be shown
    this.arrived = m;
  }

  noFrame(): void {
    this.asked = false;
  }

  private readonly refresh = (): void => {
    if (!this.running) return;
    requestAnimationFrame(this.refresh);
    this.refreshed();
    const m = this.arrived;
    if (m !== null) {
      this.arrived = null;
      const begin = performance.now();
      this.picture.paint({ pixels: new Uint8Array(m.buffer), width: m.width, height: m.height, palette: m.palette });
      this.measure(begin, performance.now(), m.drawMillis);
      this.painted(m);
      this.spare = m.buffer;
    }
    if (!this.asked) {
      this.asked = true;
      const buffer = this.spare;
      this.spare = null;
      this.post({ k: "draw", buffer }, buffer === null ? [] : [buffer]);
    }
  };

  private measure(begin: number, end: number, draw: number): void {
    const f = this.figures;
    f.count++;
    if (f.first === 0) f.first = end;
    f.lastDraw = draw;
    f.draws += draw;
    f.paints += end - begin;
    if (this.lastPaint > 0) f.intervals.push(begin - this.lastPaint);
    if (f.intervals.length > intervalsKept) f.intervals.shift();
    this.lastPaint = begin;
  }
}
