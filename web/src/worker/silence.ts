// Measures how long nothing was heard while this Worker was awake. A laptop that slept or a
// browser that delayed timers says nothing about the host.

// A longer beat counts as this much.
const longestBeat = 500;

export class Silence {
  private waited = 0; // ms
  private last = 0; // time of the previous beat

  /** Something was heard, or the wait begins now. */
  received(now: number): void {
    this.waited = 0;
    this.last = now;
  }

  /** Call this several times a second. Returns how long it has been silent, in ms. */
  beat(now: number): number {
    this.waited += Math.min(longestBeat, Math.max(0, now - this.last));
    this.last = now;
    return this.waited;
  }
}
