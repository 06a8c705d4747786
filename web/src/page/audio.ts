// Sound out of the page. The Worker mixes a little ahead of what is heard; each
// piece is put on the browser's audio clock, right behind the one before. So a
// page that is busy for a moment leaves no gap, and nothing is needed that plain
// http lacks. Browsers let sound begin only after a click or a key.

import type { ToWorker } from "../shared/messages";

// How much waits to be heard, in seconds: the least, and the most that a page
// too busy for that may take.
const leastLead = 0.045;
const mostLead = 0.3;
// After so long without a gap, a longer lead is shortened again.
const calmSeconds = 10;

/** What was measured. */
export interface AudioFigures {
  played: number; // samples
  missing: number; // samples that were not there in time
  gaps: number; // how often
  loudest: number; // 0 to 32767
  lead: number; // seconds that wait to be heard, as wanted now
}

export class AudioOut {
  readonly figures: AudioFigures = { played: 0, missing: 0, gaps: 0, loudest: 0, lead: leastLead };
  private context: AudioContext | null = null;
  private gain: GainNode | null = null;
  private playing = false;
  private volume = 1;
  private next = 0; // the sample, on the audio clock, behind the last piece
  private gapAt = 0; // seconds on the audio clock

  constructor(private readonly post: (message: ToWorker) => void) {
    // Back from a locked phone the context is "interrupted" or suspended: the
    // next touch wakes it.
    for (const type of ["pointerdown", "keydown"] as const) addEventListener(type, () => this.wake(), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => this.wake());
  }

  play(on: boolean): void {
    if (on === this.playing) return;
    this.playing = on;
    this.next = 0;
    this.report();
  }

  mute(on: boolean): void {
    this.volume = on ? 0 : 1;
    if (this.gain !== null) this.gain.gain.value = this.volume;
  }

  /** Interleaved stereo samples from the Worker. */
  pcm(buffer: ArrayBuffer): void {
    const { context, gain } = this;
    if (context === null || gain === null || !this.playing || context.state !== "running") return;
    const samples = new Int16Array(buffer);
    const length = samples.length / 2;
    const piece = context.createBuffer(2, length, context.sampleRate);
    const left = piece.getChannelData(0);
    const right = piece.getChannelData(1);
    let loudest = 0;
    for (let i = 0; i < length; i++) {
      const l = samples[2 * i] as number;
      const r = samples[2 * i + 1] as number;
      left[i] = l / 32768;
      right[i] = r / 32768;
      loudest = Math.max(loudest, Math.abs(l), Math.abs(r));
    }
    this.place(context);
    const source = context.createBufferSource();
    source.buffer = piece;
    source.connect(gain);
    source.start(this.next / context.sampleRate);
    this.next += length;
    this.figures.played += length;
    this.figures.loudest = Math.max(this.figures.loudest, loudest);
    this.report();
  }

  /** Sees to it that the next piece comes behind the last one, or after a gap. */
  private place(context: AudioContext): void {
    const rate = context.sampleRate;
    const soonest = Math.ceil((context.currentTime + 0.005) * rate);
    const f = this.figures;
    if (this.next === 0) {
      this.gapAt = context.currentTime;
    } else if (this.next < soonest) {
      f.missing += soonest - this.next;
      f.gaps++;
      f.lead = Math.min(mostLead, f.lead * 1.5);
      this.gapAt = context.currentTime;
    } else if (f.lead > leastLead && context.currentTime - this.gapAt > calmSeconds) {
      f.lead = Math.max(leastLead, f.lead * 0.8);
      this.gapAt = context.currentTime;
    }
    this.next = Math.max(this.next, soonest);
  }

  /** Tells the Worker how much waits to be heard. */
  private report(): void {
    const c = this.context;
    const on = this.playing && c !== null && c.state === "running";
    this.post({
      k: "heard",
      rate: on ? c.sampleRate : 0,
      lead: on ? Math.max(0, this.next / c.sampleRate - c.currentTime) : 0,
      wanted: this.figures.lead,
    });
  }

  private wake(): void {
    if (!this.playing) return;
    if (this.context === null) this.open();
    if (this.context !== null && this.context.state !== "running") this.context.resume().catch(() => {});
  }

  private open(): void {
    if (typeof AudioContext !== "function") return;
    const context = new AudioContext({ latencyHint: "interactive" });
    this.gain = context.createGain();
    this.gain.gain.value = this.volume;
    this.gain.connect(context.destination);
    context.onstatechange = () => {
      this.next = 0;
      this.report();
    };
    this.context = context;
    this.report();
  }
}
