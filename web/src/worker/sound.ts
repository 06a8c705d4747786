// Mixes sound at the rate at which it is played. With a worklet, the audio thread asks for it.
// Otherwise the page says now and then how much is queued, and the clock tells in between.

import type { Engine } from "./engine";
import { AudioFigures } from "../shared/audiofigures";
import type { FromWorker } from "../shared/messages";
import type { FromWorklet, ToWorklet } from "../shared/worklet";

// How often the Worker checks the page's queue. A Worker's timers also run while the tab is
// hidden.
const lookMillis = 10;
// Pieces are at least this long.
const leastSamples = 256;
// No single piece is longer: after a pause the sound continues from now.
const mostSeconds = 0.35;
// The page gets the worklet's figures once in this many reports.
const tellReports = 10;

export class SoundFeed {
  private rate = 0; // Hz; 0 while sound is off
  private speaker: Speaker | null = null;
  // State of the page's queue.
  private wanted = 0; // seconds
  private lead = 0; // seconds that were queued
  private leadAt = 0; // at this time, ms
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly engine: () => Engine | null,
    private readonly emit: (message: FromWorker, transfer?: Transferable[]) => void,
  ) {}

  /** Takes the page's report: the sample rate (0: sound is off), and how much its queue holds. */
  queueChanged(rate: number, lead: number, wanted: number): void {
    this.rate = rate;
    this.lead = lead;
    this.wanted = wanted;
    this.leadAt = performance.now();
    this.arm();
  }

  /** Sets the port to the audio thread; null: the page's queue. */
  connect(port: MessagePort | null): void {
    this.speaker?.close();
    const mix = (samples: number): Int16Array<ArrayBuffer> | null => this.mix(samples);
    this.speaker = port === null ? null : new Speaker(port, () => this.rate, mix, this.emit);
    this.arm();
  }

  private arm(): void {
    const on = this.rate > 0 && this.speaker === null;
    if (on) this.timer ??= setInterval(() => this.look(), lookMillis);
    else clearInterval(this.timer);
    if (!on) this.timer = undefined;
  }

  private mix(samples: number): Int16Array<ArrayBuffer> | null {
    return (this.engine()?.mix(samples, this.rate).slice() as Int16Array<ArrayBuffer> | undefined) ?? null;
  }

  private look(): void {
    const now = performance.now();
    const lead = Math.max(0, this.lead - (now - this.leadAt) / 1000);
    const samples = missing(this.wanted - lead, this.rate);
    const pcm = samples > 0 ? this.mix(samples) : null;
    if (pcm === null) return;
    this.lead = lead + samples / this.rate;
    this.leadAt = now;
    this.emit({ k: "audio", buffer: pcm.buffer, mixedAt: performance.timeOrigin + now }, [pcm.buffer]);
  }
}

/** The length in samples of the piece that fills these seconds. */
function missing(seconds: number, rate: number): number {
  const samples = Math.ceil(Math.min(seconds, mostSeconds) * rate);
  return samples < leastSamples ? 0 : samples;
}

/** The audio thread, from the Worker's side. */
class Speaker {
  private readonly figures = new AudioFigures();
  private sent = 0; // samples so far
  private counted = { missing: 0, gaps: 0 };
  private resting = true;
  private reports = 0;

  constructor(
    private readonly port: MessagePort,
    private readonly rate: () => number,
    private readonly mix: (samples: number) => Int16Array<ArrayBuffer> | null,
    private readonly emit: (message: FromWorker) => void,
  ) {
    this.figures.output = "worklet";
    port.onmessage = ({ data }: MessageEvent<FromWorklet>) => this.report(data);
  }

  close(): void {
    this.port.onmessage = null;
    this.port.close();
  }

  /** Takes the audio thread's report, and answers with the missing samples. */
  private report(r: FromWorklet): void {
    const rate = this.rate();
    this.count(r);
    if (rate > 0) {
      if (this.resting) this.figures.begin(performance.now() / 1000);
      // Samples in flight are played after those that are queued.
      const lead = (r.waiting + this.sent - r.received) / rate;
      const samples = missing(this.figures.lead - lead, rate);
      if (samples === 0) return;
      const pcm = this.mix(samples);
      if (pcm !== null) {
        this.send(pcm, lead + samples / rate);
        return;
      }
    }
    this.resting = true;
  }

  private send(pcm: Int16Array<ArrayBuffer>, wait: number): void {
    // The silence before does not count as a gap.
    if (this.resting) this.post(null);
    this.resting = false;
    this.figures.buffer(pcm, wait);
    this.sent += pcm.length / 2;
    this.post(pcm.buffer);
  }

  private count(r: FromWorklet): void {
    const { figures, counted } = this;
    const now = performance.now() / 1000;
    const times = r.gaps - counted.gaps;
    if (times > 0) figures.gap(now, r.missing - counted.missing, times);
    else if (!this.resting) figures.calm(now);
    this.counted = r;
    if (++this.reports % tellReports === 0 && !this.resting) this.emit({ k: "audioStats", figures });
  }

  private post(message: ToWorklet): void {
    this.port.postMessage(message, message === null ? [] : [message]);
  }
}
