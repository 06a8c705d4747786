// Paints without WebGL2: colors are looked up here, and the browser scales.

import { gammaExponents } from "./gamma";
import type { Canvas, Frame, Renderer } from "./renderer";

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;

function flat(canvas: Canvas): Context {
  return canvas.getContext("2d", { alpha: false }) as Context;
}

export class Canvas2dRenderer implements Renderer {
  readonly kind = "canvas2d";
  private readonly context: Context;
  private readonly small: Canvas;
  private readonly smallContext: Context;
  private image: ImageData | null = null;
  private raw: Uint8Array = new Uint8Array(768);
  private colors = new Uint32Array(256);
  private exponent = 1;

  constructor(private readonly canvas: Canvas) {
    this.small = typeof document === "object" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
    this.context = flat(canvas);
    this.smallContext = flat(this.small);
  }

  palettes(data: Uint8Array): void {
    this.raw = data;
    const count = data.length / 3;
    this.colors = new Uint32Array(count);
    // The bytes of an ImageData are red, green, blue, alpha on every machine.
    const bytes = new Uint8Array(this.colors.buffer);
    for (let i = 0; i < count; i++) {
      for (let c = 0; c < 3; c++) {
        bytes[4 * i + c] = Math.round(255 * ((data[3 * i + c] as number) / 255) ** this.exponent);
      }
      bytes[4 * i + 3] = 255;
    }
  }

  gamma(level: number): void {
    this.exponent = gammaExponents[level] ?? 1;
    this.palettes(this.raw);
  }

  paint(frame: Frame): void {
    const { context, smallContext } = this;
    if (context === null || smallContext === null) return;
    if (this.image?.width !== frame.width || this.image.height !== frame.height) {
      this.small.width = frame.width;
      this.small.height = frame.height;
      this.image = smallContext.createImageData(frame.width, frame.height);
    }
    const out = new Uint32Array(this.image.data.buffer);
    const base = frame.palette * 256;
    for (let i = 0; i < out.length; i++) {
      out[i] = this.colors[base + (frame.pixels[i] as number)] as number;
    }
    smallContext.putImageData(this.image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.small, 0, 0, this.canvas.width, this.canvas.height);
  }
}
