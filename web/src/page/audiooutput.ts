// The audio output: the worklet where there is one, else the queue.

import type { AudioFigures } from "../shared/audiofigures";

/** Where samples go. */
export interface AudioOutput {
  readonly kind: AudioFigures["output"];
  /** Is silent for good. */
  close(): void;
}
