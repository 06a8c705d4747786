// The Worker that paints, so that neither a slow GPU holds up keys and sound in the
// page, nor the page the picture.

import { ability } from "./ability";
import { Easel } from "./easel";
import type { FromPainting, ToPainter, ToPainting } from "../shared/pictures";

// The DOM library describes a page's global; this is a Worker's.
const scope = self as unknown as {
  postMessage(message: FromPainting): void;
  onmessage: ((e: MessageEvent<ToPainting | ToPainter>) => void) | null;
};

let easel: Easel | null = null;

scope.onmessage = ({ data: m }) => {
  if (m.k === "ask") scope.postMessage({ k: "able", painter: ability(m.slow) });
  else if (m.k === "start")
    easel = new Easel(m.canvas, m.painter, m.pictures, (painted) => scope.postMessage({ k: "painted", painted }));
  else easel?.tell(m);
};
