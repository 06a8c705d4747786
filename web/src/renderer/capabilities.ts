// How this thread can paint.

import type { RendererKind } from "../shared/pictures";

// Names of drivers that emulate a GPU on the processor: Chromium's, Mesa's, Windows'.
// (failIfMajorPerformanceCaveat lets some of them pass.)
const emulated = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * The best that there is; null: nothing. An emulated GPU paints a fraction of the
 * pictures that Canvas2D does: slow says that it will do all the same.
 */
export function supportedRenderer(slow: boolean): RendererKind | null {
  const canvas =
    typeof document === "object"
      ? document.createElement("canvas")
      : typeof OffscreenCanvas === "function"
        ? new OffscreenCanvas(1, 1)
        : null;
  if (canvas === null || typeof requestAnimationFrame !== "function") return null;
  const gl = canvas.getContext("webgl2", { failIfMajorPerformanceCaveat: !slow }) as WebGL2RenderingContext | null;
  if (gl === null) return "canvas2d";
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = `${String(gl.getParameter(gl.RENDERER))} ${info === null ? "" : String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL))}`;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return slow || !emulated.test(name) ? "webgl2" : "canvas2d";
}
