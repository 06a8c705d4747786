// A canvas that is painted on once for each refresh of the screen, with what the
// engine draws. Two buffers go round and round. It works in the page and in a Worker.

import { createRenderer } from "./createrenderer";
import type { Canvas, Renderer } from "./renderer";
import type { Drawn, FromEngine, Painted, RendererKind, ToEngine, ToPresenter } from "../shared/pictures";

export class Presenter {
  private readonly renderer: Renderer;
  private arrived: Drawn | null = null;
  private spare: ArrayBuffer | null = null;
  private requested = false;
  private running = false;
  private size: { readonly width: number; readonly height: number } | null = null;

  constructor(
    private readonly canvas: Canvas,
    kind: RendererKind,
    private readonly engine: MessagePort,
    private readonly painted: (painted: Painted) => void,
  ) {
    this.renderer = createRenderer(canvas, kind);
    engine.onmessage = ({ data }: MessageEvent<FromEngine>) => this.drawn(data);
  }

  get kind(): RendererKind {
    return this.renderer.kind;
  }

  receive(m: ToPresenter): void {
    switch (m.k) {
      case "palettes":
        return this.renderer.palettes(m.data);
      case "gamma":
        return this.renderer.gamma(m.level);
      case "size":
        this.size = m;
        return;
      case "run":
        if (m.on && !this.running) requestAnimationFrame(this.refresh);
        this.running = m.on;
    }
  }

  private drawn(picture: FromEngine): void {
    this.requested = false;
    if (picture === null) return;
    if (this.arrived !== null) this.spare = this.arrived.buffer; // it came too late to be shown
    this.arrived = picture;
  }

  private readonly refresh = (): void => {
    if (!this.running) return;
    requestAnimationFrame(this.refresh);
    const picture = this.arrived;
    if (picture !== null) {
      this.arrived = null;
      this.paint(picture);
      this.spare = picture.buffer;
    }
    if (!this.requested) {
      this.requested = true;
      const spare: ToEngine = this.spare;
      this.spare = null;
      this.engine.postMessage(spare, spare === null ? [] : [spare]);
    }
  };

  private paint(picture: Drawn): void {
    const { width, height, palette, mapShown, drawMillis } = picture;
    const begin = performance.now();
    // Another size empties the canvas: it is due with a picture only.
    if (this.size !== null) Object.assign(this.canvas, { width: this.size.width, height: this.size.height });
    this.size = null;
    this.renderer.paint({ pixels: new Uint8Array(picture.buffer), width, height, palette });
    this.painted({ width, height, mapShown, at: begin, drawMillis, paintMillis: performance.now() - begin });
  }
}
