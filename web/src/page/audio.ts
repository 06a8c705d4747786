// Sound out of the page. The Worker mixes a little ahead of what is heard; where
// the browser has an audio worklet the samples go through that, elsewhere to a queue
// on the audio clock. Browsers let sound begin only after a click or a key.

import { AudioFigures, type AudioOutput } from "./audiooutput";
import { AudioQueue } from "./audioqueue";
import { AudioWorkletOutput } from "./audioworklet";
import type { ToWorker } from "../shared/messages";

export class AudioOut {
  readonly figures = new AudioFigures();
  private context: AudioContext | null = null;
  private gain: GainNode | null = null;
  private output: AudioOutput | null = null;
  private playing = false;
  private volume = 1;

  constructor(
    private readonly workletUrl: string,
    private readonly post: (message: ToWorker) => void,
  ) {
    // Back from a locked phone the context is "interrupted" or suspended: the
    // next touch wakes it.
    for (const type of ["pointerdown", "keydown"] as const) addEventListener(type, () => this.wake(), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => this.wake());
  }

  play(on: boolean): void {
    if (on === this.playing) return;
    this.playing = on;
    this.output?.restart();
    // The click that brought us here counts, where it is not forgotten already.
    if (on && navigator.userActivation?.hasBeenActive === true) this.wake();
    this.report();
  }

  mute(on: boolean): void {
    this.volume = on ? 0 : 1;
    if (this.gain !== null) this.gain.gain.value = this.volume;
  }

  /** Interleaved stereo samples from the Worker. */
  pcm(buffer: ArrayBuffer): void {
    const { context, output, figures } = this;
    if (context === null || output === null || !this.playing || context.state !== "running") return;
    const samples = new Int16Array(buffer);
    let loudest = 0;
    for (const v of samples) loudest = Math.max(loudest, Math.abs(v));
    figures.played += samples.length / 2;
    figures.loudest = Math.max(figures.loudest, loudest);
    output.push(samples);
    this.report();
  }

  /** Tells the Worker how much waits to be heard. */
  private report(): void {
    const { context, output } = this;
    const on = this.playing && output !== null && context?.state === "running";
    this.post({
      k: "heard",
      rate: on ? context.sampleRate : 0,
      lead: on ? output.waiting() : 0,
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
    const gain = context.createGain();
    gain.gain.value = this.volume;
    gain.connect(context.destination);
    context.onstatechange = () => {
      this.output?.restart();
      this.report();
    };
    this.context = context;
    this.gain = gain;
    const queue = (): void => this.use(new AudioQueue(context, gain, this.figures));
    AudioWorkletOutput.open(context, this.workletUrl, gain, this.figures, queue).then((output) => this.use(output), queue);
  }

  private use(output: AudioOutput): void {
    this.output?.close();
    this.output = output;
    this.figures.output = output.kind;
    this.report();
  }
}
