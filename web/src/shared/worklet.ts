// What the audio thread is told, and what it says. The page hands it a port to the
// Worker; by that the two go on without the page.

export const processorName = "doomhost";

/** From the Worker: interleaved stereo samples of 16 bits, or null: forget what waits. */
export type ToWorklet = ArrayBuffer | null;

/** To the Worker: how the audio thread stands. */
export interface FromWorklet {
  readonly waiting: number; // samples
  readonly received: number; // samples so far
  readonly missing: number; // samples that were not there in time, so far
  readonly gaps: number; // how often, so far
}
