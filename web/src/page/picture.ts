// The picture on the screen, always in Doom's proportions (its pixels are a fifth
// taller than wide). A Worker paints it where the browser lets it, else the page.

import { supportedRenderer } from "../renderer/capabilities";
import { Presenter } from "../renderer/presenter";
import type { FromRendererWorker, RendererKind, Painted, ToPresenter, ToRendererWorker } from "../shared/pictures";

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
// A browser that lets a Worker paint says so sooner.
const answerMillis = 5000;

export interface RendererOptions {
  readonly url: string; // of the Worker's script
  readonly slow: boolean; // an emulated GPU is good enough
}

type Send = (message: ToPresenter, transfer?: Transferable[]) => void;

export class Picture {
  readonly figures: FrameFigures = { count: 0, first: 0, lastDraw: 0, draws: 0, paints: 0, intervals: [] };
  /** Who paints, and with what; "" while that is open. */
  by: "worker" | "page" | "" = "";
  kind: RendererKind | "" = "";
  private toPresenter: Send | null = null;
  private waiting: ToPresenter[] = []; // for who is going to paint
  private width = 320;
  private height = 200;
  /** The picture's height on the screen, in device pixels. */
  lines = 0;
  private lastPaint = 0;

  /** The engine's end of the way of the pictures is handed to connect. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly space: HTMLElement,
    renderer: RendererOptions,
    connect: (port: MessagePort) => void,
    private readonly seen: (painted: Painted, interval: number) => void,
  ) {
    new ResizeObserver(() => this.fit()).observe(space);
    const { port1, port2 } = new MessageChannel();
    connect(port1);
    void this.choose(renderer, port2);
  }

  palettes(data: Uint8Array): void {
    this.send({ k: "palettes", data });
  }

  gamma(level: number): void {
    this.send({ k: "gamma", level });
  }

  run(on: boolean): void {
    this.send({ k: "run", on });
  }

  /** Width to height of the space there is. */
  aspect(): number {
    const { width, height } = this.space.getBoundingClientRect();
    return height > 0 ? width / height : 4 / 3;
  }

  private async choose(o: RendererOptions, pictures: MessagePort): Promise<void> {
    const renderer = await startRenderer(this.canvas, o);
    if (renderer === null) {
      const presenter = new Presenter(this.canvas, supportedRenderer(o.slow) ?? "canvas2d", pictures, (painted) =>
        this.painted(painted),
      );
      this.begin("page", presenter.kind, (m) => presenter.receive(m));
      return;
    }
    const { worker, kind } = renderer;
    const canvas = this.canvas.transferControlToOffscreen();
    const start: ToRendererWorker = { k: "start", renderer: kind, canvas, pictures };
    worker.onmessage = ({ data }: MessageEvent<FromRendererWorker>) => {
      if (data.k === "painted") this.painted(data.painted);
    };
    worker.postMessage(start, [canvas, pictures]);
    this.begin("worker", kind, (m) => worker.postMessage(m));
  }

  private begin(by: "worker" | "page", kind: RendererKind, tell: Send): void {
    this.by = by;
    this.kind = kind;
    this.toPresenter = tell;
    for (const m of this.waiting) tell(m);
    this.waiting = [];
  }

  private send(m: ToPresenter): void {
    if (this.toPresenter !== null) this.toPresenter(m);
    else this.waiting.push(m);
  }

  private painted(p: Painted): void {
    if (p.width * this.height !== p.height * this.width) {
      this.width = p.width;
      this.height = p.height;
      this.fit();
    }
    const f = this.figures;
    f.count++;
    if (f.first === 0) f.first = performance.now();
    f.lastDraw = p.drawMillis;
    f.draws += p.drawMillis;
    f.paints += p.paintMillis;
    const interval = this.lastPaint > 0 ? p.at - this.lastPaint : 0;
    if (interval > 0) f.intervals.push(interval);
    if (f.intervals.length > intervalsKept) f.intervals.shift();
    this.lastPaint = p.at;
    this.seen(p, interval);
  }

  /** The largest size that fits, in device pixels so that none is half covered. */
  private fit(): void {
    const box = this.space.getBoundingClientRect();
    const ratio = devicePixelRatio;
    const aspect = this.width / (this.height * 1.2);
    let w = box.width * ratio;
    let h = box.height * ratio;
    if (w > h * aspect) w = h * aspect;
    else h = w / aspect;
    const width = Math.max(1, Math.round(w));
    const height = Math.max(1, Math.round(h));
    this.lines = height;
    this.send({ k: "size", width, height });
    this.canvas.style.width = `${width / ratio}px`;
    this.canvas.style.height = `${height / ratio}px`;
  }
}

/** A Worker that is able to paint as well as the page; null where there is none. */
async function startRenderer(
  canvas: HTMLCanvasElement,
  { url, slow }: RendererOptions,
): Promise<{ worker: Worker; kind: RendererKind } | null> {
  if (typeof (canvas as Partial<HTMLCanvasElement>).transferControlToOffscreen !== "function") return null;
  const worker = new Worker(url, { name: "doomhost renderer" });
  const kind = await new Promise<RendererKind | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<FromRendererWorker>) =>
      resolve(data.k === "able" ? data.renderer : null);
    worker.onerror = () => resolve(null);
    setTimeout(() => resolve(null), answerMillis);
    const ask: ToRendererWorker = { k: "ask", slow };
    worker.postMessage(ask);
  });
  // The page's WebGL beats a Worker without.
  if (kind === "webgl2" || (kind === "canvas2d" && supportedRenderer(slow) === kind)) return { worker, kind };
  worker.terminate();
  return null;
}
