// Sound out of the page. The Worker mixes a little ahead of what is heard; where
// the browser has an audio worklet the samples go straight to that, elsewhere to the
// page's queue on the audio clock. Browsers let sound begin only after a click or a key.

import type { AudioOutput } from "./audiooutput";
import { AudioQueue } from "./audioqueue";
import { AudioWorkletOutput } from "./audioworklet";
import { AudioFigures, type AudioNumbers } from "../shared/audiofigures";
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
    private readonly post: (message: ToWorker, transfer?: Transferable[]) => void,
  ) {
    // Back from a locked phone the context is "interrupted" or suspended: the
    // next touch wakes it. To some browsers only the end of a touch is a wish.
    for (const type of ["pointerdown", "pointerup", "touchend", "click", "keydown"] as const)
      addEventListener(type, () => this.wake(), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => this.wake());
  }

  play(on: boolean): void {
    if (on === this.playing) return;
    this.playing = on;
    // The click that brought us here counts, where it is not forgotten already.
    if (on && navigator.userActivation?.hasBeenActive === true) this.wake();
    this.begin();
  }

  mute(on: boolean): void {
    this.volume = on ? 0 : 1;
    if (this.gain !== null) this.gain.gain.value = this.volume;
  }

  /** Samples for the queue: interleaved stereo, mixed at a moment of Date's clock. */
  pcm(buffer: ArrayBuffer, mixedAt: number): void {
    const { context, output } = this;
    if (!(output instanceof AudioQueue) || !this.playing || context?.state !== "running") return;
    output.push(new Int16Array(buffer), (performance.timeOrigin + performance.now() - mixedAt) / 1000);
    this.report();
  }

  /** What the Worker knows of the worklet. */
  sounding(figures: AudioNumbers): void {
    if (this.output?.kind === "worklet") Object.assign(this.figures, figures);
  }

  /** What comes next follows from nothing. */
  private begin(): void {
    if (this.output instanceof AudioQueue) this.output.restart();
    this.report();
  }

  /** Tells the Worker how much waits to be heard. */
  private report(): void {
    const { context, output } = this;
    const on = this.playing && output !== null && context?.state === "running";
    this.post({
      k: "audioQueue",
      rate: on ? context.sampleRate : 0,
      lead: on && output instanceof AudioQueue ? output.waiting() : 0,
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
    context.onstatechange = () => this.begin();
    this.context = context;
    this.gain = gain;
    const queue = (): void => this.use(new AudioQueue(context, gain, this.figures));
    const connect = (port: MessagePort | null): void =>
      this.post({ k: "audioPort", port }, port === null ? [] : [port]);
    AudioWorkletOutput.open(context, this.workletUrl, gain, connect, queue).then((output) => this.use(output), queue);
  }

  private use(output: AudioOutput): void {
    this.output?.close();
    this.output = output;
    this.figures.output = output.kind;
    this.begin();
  }
}
