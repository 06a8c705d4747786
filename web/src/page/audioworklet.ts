// Sound through an audio worklet: the audio thread takes the samples from a ring, and
// no busy page is in its way. Browsers offer it in secure contexts only.

import type { AudioFigures, AudioOutput } from "./audiooutput";
import { processorName, type FromWorklet, type ToWorklet } from "../shared/worklet";

export class AudioWorkletOutput implements AudioOutput {
  readonly kind = "worklet";
  private next = 0; // the sample, on the audio clock, behind the last one that was handed over
  private sent = 0; // samples so far
  private fresh = true;
  private counted = { missing: 0, gaps: 0 };

  private constructor(
    private readonly context: AudioContext,
    private readonly node: AudioWorkletNode,
    private readonly figures: AudioFigures,
  ) {
    node.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => this.heard(data);
  }

  /** Fails where the browser has no worklets, or does not get ours; lost is called when it breaks down later. */
  static async open(context: AudioContext, url: string, to: AudioNode, figures: AudioFigures, lost: () => void): Promise<AudioWorkletOutput> {
    // Not there at plain http addresses, whatever the types say.
    const worklet = context.audioWorklet as AudioWorklet | undefined;
    if (worklet === undefined) throw new Error("no audio worklets here");
    await worklet.addModule(url);
    const node = new AudioWorkletNode(context, processorName, { numberOfInputs: 0, outputChannelCount: [2] });
    node.onprocessorerror = lost;
    node.connect(to);
    return new AudioWorkletOutput(context, node, figures);
  }

  push(samples: Int16Array<ArrayBuffer>): void {
    const { currentTime: now, sampleRate } = this.context;
    if (this.fresh) this.figures.begin(now);
    this.fresh = false;
    const length = samples.length / 2;
    this.next = Math.max(this.next, Math.ceil(now * sampleRate)) + length;
    this.sent += length;
    this.post(samples.buffer);
  }

  private heard(r: FromWorklet): void {
    // What is on its way to the audio thread comes behind what waits there.
    this.next = r.end + this.sent - r.received;
    const { currentTime: now } = this.context;
    const times = r.gaps - this.counted.gaps;
    if (times > 0) this.figures.gap(now, r.missing - this.counted.missing, times);
    else this.figures.calm(now);
    this.counted = { missing: r.missing, gaps: r.gaps };
  }

  waiting(): number {
    return Math.max(0, this.next / this.context.sampleRate - this.context.currentTime);
  }

  restart(): void {
    this.next = 0;
    this.fresh = true;
    this.post(null);
  }

  close(): void {
    this.node.disconnect();
    this.node.port.onmessage = null;
  }

  private post(message: ToWorklet): void {
    this.node.port.postMessage(message, message === null ? [] : [message]);
  }
}
