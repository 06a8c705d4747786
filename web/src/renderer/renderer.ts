// Palette indices in, pixels out.

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
