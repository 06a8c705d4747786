// How the sound goes, and how much of it is to wait: kept by who makes sure that
// there is enough.

// How much waits to be heard, in seconds: the least, which with the way through the
// page stays under 60 ms, and the most that a machine too busy for that may take.
const leastLead = 0.05;
const mostLead = 0.3;
// Sound begins with more for a moment: the browser is still busy with compiling the
// engine.
const firstLead = 0.12;
const firstSeconds = 3;
// After so long without a gap, a longer lead is shortened again.
const calmSeconds = 10;

/** The figures as a message carries them. */
export type AudioNumbers = Omit<AudioFigures, "piece" | "begin" | "gap" | "calm">;

/** What was measured. */
export class AudioFigures {
  output: "queue" | "worklet" | "" = ""; // "": none yet
  played = 0; // samples
  missing = 0; // samples that were not there in time
  gaps = 0; // how often
  loudest = 0; // 0 to 32767
  lead = firstLead; // seconds that wait to be heard, as wanted now
  buffers = 0;
  /**
   * Seconds from where a piece is mixed to where its end is heard, the browser's own
   * latency apart: no sound of a tic comes later. The sum of all pieces, and the longest since
   * the first moments.
   */
  waits = 0;
  longest = 0;
  private calmFrom = 0; // seconds on the caller's clock
  private begun = 0;
  private settled = false; // the first moments are over

  /** A piece of sound was made, and its end is heard so many seconds later. */
  buffer(samples: Int16Array, wait: number): void {
    this.buffers++;
    this.waits += wait;
    this.longest = Math.max(this.longest, wait);
    this.played += samples.length / 2;
    for (const v of samples) this.loudest = Math.max(this.loudest, Math.abs(v));
  }

  /** Sound begins. */
  begin(now: number): void {
    this.calmFrom = this.begun = now;
    this.settled = false;
    this.lead = Math.max(this.lead, firstLead);
  }

  /** Some samples were too late: more are to wait from now on. */
  gap(now: number, samples: number, times = 1): void {
    this.missing += samples;
    this.gaps += times;
    this.lead = Math.min(mostLead, this.lead * 1.2);
    this.calmFrom = now;
  }

  /** All is well. */
  calm(now: number): void {
    if (!this.settled && now - this.begun > firstSeconds) {
      this.settled = true;
      this.lead = leastLead;
    }
    // What was too long before is played a moment later.
    if (now - this.begun < firstSeconds + 1) this.longest = 0;
    if (this.lead <= leastLead || now - this.calmFrom <= calmSeconds) return;
    this.lead = Math.max(leastLead, this.lead * 0.8);
    this.calmFrom = now;
  }
}
