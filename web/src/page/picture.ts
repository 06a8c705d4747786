// The picture on the screen: palette indices in, pixels out, always in Doom's
// proportions (its pixels are a fifth taller than wide).

import { Canvas2dPainter } from "./canvas2d";
import { WebglPainter } from "./webgl";

export interface Frame {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly palette: number;
}

export interface Painter {
  readonly kind: "webgl2" | "canvas2d";
  /** All palettes, 256 colors of three bytes each. */
  palettes(data: Uint8Array): void;
  /** 0 to 4. */
  gamma(level: number): void;
  paint(frame: Frame): void;
}

export class Picture {
  private readonly painter: Painter;
  private width = 320;
  private height = 200;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly space: HTMLElement,
  ) {
    this.painter = WebglPainter.create(canvas) ?? new Canvas2dPainter(canvas);
    new ResizeObserver(() => this.fit()).observe(space);
  }

  get kind(): string {
    return this.painter.kind;
  }

  palettes(data: Uint8Array): void {
    this.painter.palettes(data);
  }

  gamma(level: number): void {
    this.painter.gamma(level);
  }

  paint(frame: Frame): void {
    if (frame.width * this.height !== frame.height * this.width) {
      this.width = frame.width;
      this.height = frame.height;
      this.fit();
    }
    this.painter.paint(frame);
  }

  /** Width to height of the space there is. */
  aspect(): number {
    const { width, height } = this.space.getBoundingClientRect();
    return height > 0 ? width / height : 4 / 3;
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
    w = Math.max(1, Math.round(w));
    h = Math.max(1, Math.round(h));
    this.canvas.width = w;
    this.canvas.height = h;
    this.canvas.style.width = `${w / ratio}px`;
    this.canvas.style.height = `${h / ratio}px`;
  }
}

/** Doom's five brightnesses, as exponents of a color's value. */
export const gammaExponents = [1, 0.88, 0.78, 0.69, 0.61] as const;
