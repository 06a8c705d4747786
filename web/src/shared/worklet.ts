// What the page and the audio thread say to each other.

export const processorName = "doomhost";

/** Interleaved stereo samples of 16 bits, or null: forget what waits. */
export type ToWorklet = ArrayBuffer | null;

/** How the audio thread stands. */
export interface FromWorklet {
  readonly end: number; // the sample, on the audio clock, behind the last one that waits
  readonly received: number; // samples so far
  readonly missing: number; // samples that were not there in time, so far
  readonly gaps: number; // how often, so far
}
