// Palette indices in, pixels out.

import { Canvas2dPainter } from "./canvas2d";
import { WebglPainter } from "./webgl";
import type { PainterKind } from "../shared/pictures";

export interface Frame {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly palette: number;
}

export interface Painter {
  readonly kind: PainterKind;
  /** All palettes, 256 colors of three bytes each. */
  palettes(data: Uint8Array): void;
  /** 0 to 4. */
  gamma(level: number): void;
  paint(frame: Frame): void;
}

export type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** A painter of a kind; Canvas2D where another fails. */
export function createPainter(canvas: Canvas, kind: PainterKind): Painter {
  return (kind === "webgl2" ? WebglPainter.create(canvas) : null) ?? new Canvas2dPainter(canvas);
}
