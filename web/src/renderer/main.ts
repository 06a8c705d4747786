// The Worker that paints, so that neither a slow GPU holds up keys and sound in the
// page, nor the page the picture.

import { supportedRenderer } from "./capabilities";
import { Presenter } from "./presenter";
import type { FromRendererWorker, ToPresenter, ToRendererWorker } from "../shared/pictures";

// The DOM library describes a page's global; this is a Worker's.
const scope = self as unknown as {
  postMessage(message: FromRendererWorker): void;
  onmessage: ((e: MessageEvent<ToRendererWorker | ToPresenter>) => void) | null;
};

let presenter: Presenter | null = null;

scope.onmessage = ({ data: m }) => {
  if (m.k === "ask") scope.postMessage({ k: "able", renderer: supportedRenderer(m.slow) });
  else if (m.k === "start")
    presenter = new Presenter(m.canvas, m.renderer, m.pictures, (painted) =>
      scope.postMessage({ k: "painted", painted }),
    );
  else presenter?.receive(m);
};
