// Where samples go, and how many of them wait there.

/** Plays samples one piece behind the other. */
export interface AudioOutput {
  /** Its name, for people. */
  readonly kind: "queue" | "worklet";
  /** Takes interleaved stereo samples of 16 bits; the buffer is its own then. */
  push(samples: Int16Array<ArrayBuffer>): void;
  /** Seconds that wait to be heard. */
  waiting(): number;
  /** What comes next follows from nothing. */
  restart(): void;
  /** Is silent for good. */
  close(): void;
}

// How much waits to be heard, in seconds: the least, and the most that a page
// too busy for that may take.
const leastLead = 0.045;
const mostLead = 0.3;
// After so long without a gap, a longer lead is shortened again.
const calmSeconds = 10;

/** What was measured. */
export class AudioFigures {
  output: AudioOutput["kind"] | "" = ""; // "": none yet
  played = 0; // samples
  missing = 0; // samples that were not there in time
  gaps = 0; // how often
  loudest = 0; // 0 to 32767
  lead = leastLead; // seconds that wait to be heard, as wanted now
  private calmFrom = 0; // seconds on the audio clock

  /** Sound begins. */
  begin(now: number): void {
    this.calmFrom = now;
  }

  /** Some samples were too late: more are to wait from now on. */
  gap(now: number, samples: number, times = 1): void {
    this.missing += samples;
    this.gaps += times;
    this.lead = Math.min(mostLead, this.lead * 1.5);
    this.calmFrom = now;
  }

  /** All is well. */
  calm(now: number): void {
    if (this.lead <= leastLead || now - this.calmFrom <= calmSeconds) return;
    this.lead = Math.max(leastLead, this.lead * 0.8);
    this.calmFrom = now;
  }
}
