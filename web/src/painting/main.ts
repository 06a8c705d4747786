// The Worker that paints, so that neither a slow GPU holds up keys and sound in the
// page, nor the page the picture.

import { Easel } from "./easel";
import type { FromPainting, PainterKind, PaintingStart, ToPainter } from "../shared/pictures";

// The DOM library describes a page's global; this is a Worker's.
const scope = self as unknown as {
  postMessage(message: FromPainting): void;
  onmessage: ((e: MessageEvent<PaintingStart | ToPainter>) => void) | null;
};

/** How this browser lets a Worker paint. */
function ability(): PainterKind | null {
  if (typeof OffscreenCanvas !== "function" || typeof requestAnimationFrame !== "function") return null;
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
  if (gl === null) return "canvas2d";
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return "webgl2";
}

let easel: Easel | null = null;

scope.onmessage = ({ data: m }) => {
  if (m.k === "start") easel = new Easel(m.canvas, m.pictures, (painted) => scope.postMessage({ k: "painted", painted }));
  else easel?.tell(m);
};

scope.postMessage({ k: "able", painter: ability() });
