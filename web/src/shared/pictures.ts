// Pictures on their way from the engine to the screen. Who paints is a Worker of its
// own where a canvas may be given away, else the page; it asks the engine's Worker by a
// port.

/** Asks for the picture of this moment, drawn into the buffer where that fits. */
export type ToEngine = ArrayBuffer | null;

/** A picture as palette indices; null: there is nothing to be seen now. */
export type FromEngine = Drawn | null;

export interface Drawn {
  readonly buffer: ArrayBuffer;
  readonly width: number;
  readonly height: number;
  readonly palette: number;
  readonly mapShown: boolean;
  readonly drawMillis: number; // copy included
}

/** From the page to who paints. */
export type ToPresenter =
  | { readonly k: "palettes"; readonly data: Uint8Array } // all of them, 256 colors of three bytes each
  | { readonly k: "gamma"; readonly level: number } // 0 to 4
  | { readonly k: "size"; readonly width: number; readonly height: number } // of the canvas, in its pixels
  | { readonly k: "run"; readonly on: boolean };

/** A picture is on the screen. */
export interface Painted {
  readonly width: number;
  readonly height: number;
  readonly mapShown: boolean;
  readonly at: number; // ms, on the renderer's clock
  readonly drawMillis: number;
  readonly paintMillis: number;
}

export type RendererKind = "webgl2" | "canvas2d";

/** To a Worker that is to paint: whether it can; then the canvas, and the port to the engine's Worker. */
export type ToRendererWorker =
  | { readonly k: "ask"; readonly slow: boolean } // slow: an emulated GPU is good enough
  | {
      readonly k: "start";
      readonly renderer: RendererKind;
      readonly canvas: OffscreenCanvas;
      readonly pictures: MessagePort;
    };

/** From that Worker: first whether, and how, it can paint. */
export type FromRendererWorker =
  { readonly k: "able"; readonly renderer: RendererKind | null } | { readonly k: "painted"; readonly painted: Painted };
