// Sound where there is no audio worklet, as at plain http addresses: each piece is
// put on the browser's audio clock, right behind the one before.

import type { AudioOutput } from "./audiooutput";
import type { AudioFigures } from "../shared/audiofigures";

// A piece that is to be heard sooner may come too late, in seconds.
const soonestStart = 0.005;

export class AudioQueue implements AudioOutput {
  readonly kind = "queue";
  private next = 0; // the sample, on the audio clock, behind the last piece; 0: none
  private readonly gate: GainNode; // what waits can be silenced

  constructor(
    private readonly context: AudioContext,
    to: AudioNode,
    private readonly figures: AudioFigures,
  ) {
    this.gate = context.createGain();
    this.gate.connect(to);
  }

  /** Takes interleaved stereo samples of 16 bits that were mixed some seconds ago. */
  push(samples: Int16Array<ArrayBuffer>, age: number): void {
    const { context } = this;
    const length = samples.length / 2;
    const piece = context.createBuffer(2, length, context.sampleRate);
    const left = piece.getChannelData(0);
    const right = piece.getChannelData(1);
    for (let i = 0; i < length; i++) {
      left[i] = (samples[2 * i] as number) / 32768;
      right[i] = (samples[2 * i + 1] as number) / 32768;
    }
    this.place();
    const source = context.createBufferSource();
    source.buffer = piece;
    source.connect(this.gate);
    source.start(this.next / context.sampleRate);
    this.next += length;
    this.figures.buffer(samples, this.waiting() + age);
  }

  /** Sees to it that the next piece comes behind the last one, or after a gap. */
  private place(): void {
    const { currentTime: now, sampleRate } = this.context;
    const soonest = Math.ceil((now + soonestStart) * sampleRate);
    if (this.next === 0) this.figures.begin(now);
    else if (this.next < soonest) this.figures.gap(now, soonest - this.next);
    else this.figures.calm(now);
    this.next = Math.max(this.next, soonest);
  }

  /** Seconds that wait to be heard. */
  waiting(): number {
    return Math.max(0, this.next / this.context.sampleRate - this.context.currentTime);
  }

  /** What comes next follows from nothing. */
  restart(): void {
    this.next = 0;
  }

  close(): void {
    this.gate.disconnect();
  }
}
