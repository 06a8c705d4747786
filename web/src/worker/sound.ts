// Mixes sound as fast as it is heard. The page says now and then how much waits
// to be heard; in between the clock tells.

import type { Engine } from "./engine";

// How often we look. A Worker's timers also run while the tab is hidden.
const lookMillis = 10;
// Pieces are not shorter than this.
const leastSamples = 256;
// No single piece is longer: after a standstill the sound goes on from now.
const mostSeconds = 0.35;

export class SoundFeed {
  private rate = 0; // Hz, 0 while nobody hears
  private wanted = 0; // seconds
  private lead = 0; // seconds that waited to be heard
  private leadAt = 0; // at this moment, ms
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly engine: () => Engine | null,
    private readonly send: (pcm: ArrayBuffer) => void,
  ) {}

  heard(rate: number, lead: number, wanted: number): void {
    this.rate = rate;
    this.lead = lead;
    this.wanted = wanted;
    this.leadAt = performance.now();
    if (rate > 0) {
      this.timer ??= setInterval(() => this.look(), lookMillis);
    } else {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private look(): void {
    const engine = this.engine();
    if (engine === null || this.rate === 0) return;
    const now = performance.now();
    const lead = Math.max(0, this.lead - (now - this.leadAt) / 1000);
    const samples = Math.ceil(Math.min(this.wanted - lead, mostSeconds) * this.rate);
    if (samples < leastSamples) return;
    const pcm = engine.mix(samples, this.rate).slice();
    this.lead = lead + samples / this.rate;
    this.leadAt = now;
    this.send(pcm.buffer as ArrayBuffer);
  }
}
