// Palette indices in, pixels out.

import { Canvas2dRenderer } from "./canvas2d";
import { WebglRenderer } from "./webgl";
import type { RendererKind } from "../shared/pictures";

export interface Frame {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly palette: number;
}

export interface Renderer {
  readonly kind: RendererKind;
  /** All palettes, 256 colors of three bytes each. */
  palettes(data: Uint8Array): void;
  /** 0 to 4. */
  gamma(level: number): void;
  paint(frame: Frame): void;
}

export type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** A renderer of a kind; Canvas2D where another fails. */
export function createRenderer(canvas: Canvas, kind: RendererKind): Renderer {
  return (kind === "webgl2" ? WebglRenderer.create(canvas) : null) ?? new Canvas2dRenderer(canvas);
}
