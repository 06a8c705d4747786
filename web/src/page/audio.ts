// Sound out of the page. The Worker mixes; here samples wait in a ring and are
// handed to the browser. AudioWorklet is not there on plain http, so a script
// processor does it; browsers let sound begin only after a click.

import type { ToWorker } from "../shared/messages";

const blockSamples = 512; // one call of the processor
const aheadSeconds = 0.04; // how much waits in the ring
const ringSamples = 16384;

/** What was measured. */
export interface AudioFigures {
  played: number; // samples
  missing: number; // samples that were not there in time
  loudest: number; // 0 to 32767
}

export class AudioOut {
  readonly figures: AudioFigures = { played: 0, missing: 0, loudest: 0 };
  private context: AudioContext | null = null;
  private gain: GainNode | null = null;
  private readonly ring = new Int16Array(2 * ringSamples);
  private read = 0; // in stereo samples, growing for ever
  private written = 0;
  private asked = 0;
  private spare: ArrayBuffer | null = null;
  private playing = false;
  private volume = 1;

  constructor(private readonly post: (message: ToWorker, transfer: Transferable[]) => void) {
    // Back from a locked phone the context is "interrupted" or suspended: the
    // next touch wakes it.
    for (const type of ["pointerdown", "keydown"] as const) addEventListener(type, () => this.wake(), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => this.wake());
  }

  play(on: boolean): void {
    this.playing = on;
  }

  mute(on: boolean): void {
    this.volume = on ? 0 : 1;
    if (this.gain !== null) this.gain.gain.value = this.volume;
  }

  /** Samples from the Worker. */
  pcm(buffer: ArrayBuffer): void {
    const samples = new Int16Array(buffer);
    for (let i = 0; i < samples.length; i += 2) {
      const at = (this.written++ % ringSamples) * 2;
      this.ring[at] = samples[i] as number;
      this.ring[at + 1] = samples[i + 1] as number;
    }
    this.asked -= samples.length / 2;
    this.spare = buffer;
  }

  private wake(): void {
    if (!this.playing) return;
    if (this.context === null) this.open();
    if (this.context !== null && this.context.state !== "running") this.context.resume().catch(() => {});
  }

  private open(): void {
    if (typeof AudioContext !== "function") return;
    const context = new AudioContext({ latencyHint: "interactive" });
    const processor = context.createScriptProcessor(blockSamples, 0, 2);
    processor.onaudioprocess = (e) => this.fill(e.outputBuffer);
    this.gain = context.createGain();
    this.gain.gain.value = this.volume;
    processor.connect(this.gain).connect(context.destination);
    this.context = context;
  }

  private fill(out: AudioBuffer): void {
    const left = out.getChannelData(0);
    const right = out.getChannelData(1);
    const there = Math.min(out.length, this.written - this.read);
    for (let i = 0; i < there; i++) {
      const at = (this.read++ % ringSamples) * 2;
      const l = this.ring[at] as number;
      const r = this.ring[at + 1] as number;
      left[i] = l / 32768;
      right[i] = r / 32768;
      this.figures.loudest = Math.max(this.figures.loudest, Math.abs(l), Math.abs(r));
    }
    left.fill(0, there);
    right.fill(0, there);
    if (!this.playing) return;
    this.figures.played += there;
    if (this.figures.played > 0) this.figures.missing += out.length - there;
    this.ask(out.sampleRate);
  }

  private ask(rate: number): void {
    const want = Math.ceil(rate * aheadSeconds) + blockSamples - (this.written - this.read) - this.asked;
    if (want < 128) return;
    const bytes = 4 * want;
    const buffer = this.spare?.byteLength === bytes ? this.spare : new ArrayBuffer(bytes);
    this.spare = null;
    this.asked += want;
    this.post({ k: "mix", buffer, rate }, [buffer]);
  }
}
