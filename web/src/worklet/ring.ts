// Samples between those who make them and the audio thread that plays them:
// a ring that allocates nothing once it is there.

export class Ring {
  /** Samples that came in, also those for which there was no room. */
  received = 0;
  /** Samples that came too late, and how often that happened. */
  missing = 0;
  gaps = 0;
  private readonly left: Float32Array;
  private readonly right: Float32Array;
  private first = 0; // the next sample to be played
  private length = 0;
  private begun = false; // silence before the first sample is no gap
  private silent = 0; // samples of silence since the ring ran empty

  constructor(private readonly capacity: number) {
    this.left = new Float32Array(capacity);
    this.right = new Float32Array(capacity);
  }

  /** Samples that wait to be played. */
  get waiting(): number {
    return this.length;
  }

  /** Takes interleaved stereo samples; what does not fit is lost. */
  write(samples: Int16Array): void {
    const all = samples.length / 2;
    if (all === 0) return;
    if (this.begun && this.silent > 0) {
      this.missing += this.silent;
      this.gaps++;
    }
    this.begun = true;
    this.silent = 0;
    this.received += all;
    const n = Math.min(all, this.capacity - this.length);
    let at = (this.first + this.length) % this.capacity;
    for (let i = 0; i < n; i++) {
      this.left[at] = (samples[2 * i] as number) / 32768;
      this.right[at] = (samples[2 * i + 1] as number) / 32768;
      if (++at === this.capacity) at = 0;
    }
    this.length += n;
  }

  /** Fills both channels, with silence where there is nothing. */
  read(left: Float32Array, right: Float32Array): void {
    const n = Math.min(left.length, this.length);
    for (let i = 0; i < n; i++) {
      left[i] = this.left[this.first] as number;
      right[i] = this.right[this.first] as number;
      if (++this.first === this.capacity) this.first = 0;
    }
    left.fill(0, n);
    right.fill(0, n);
    this.length -= n;
    if (this.begun) this.silent += left.length - n;
  }

  /** Forgets what waits: the next sample is a first one again. */
  clear(): void {
    this.first = 0;
    this.length = 0;
    this.silent = 0;
    this.begun = false;
  }
}
