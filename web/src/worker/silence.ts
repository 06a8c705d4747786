// How long nothing was heard, as far as this Worker was awake to hear it: a
// laptop that slept, or a browser that let timers wait, says nothing of the host.

// A beat that comes later than this counts for no more.
const longestBeat = 500;

export class Silence {
  private waited = 0; // ms
  private last = 0; // the beat before

  /** Something was heard, or is from now on waited for. */
  heard(now: number): void {
    this.waited = 0;
    this.last = now;
  }

  /** Called several times a second: how long it has been silent, in ms. */
  beat(now: number): number {
    this.waited += Math.min(longestBeat, Math.max(0, now - this.last));
    this.last = now;
    return this.waited;
  }
}
