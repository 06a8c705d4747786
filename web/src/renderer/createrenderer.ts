// Creates the renderer of a canvas.

import { Canvas2dRenderer } from "./canvas2d";
import type { Canvas, Renderer } from "./renderer";
import { WebglRenderer } from "./webgl";
import type { RendererKind } from "../shared/pictures";

/** A renderer of a kind; Canvas2D where another fails. */
export function createRenderer(canvas: Canvas, kind: RendererKind): Renderer {
  return (kind === "webgl2" ? WebglRenderer.create(canvas) : null) ?? new Canvas2dRenderer(canvas);
}
