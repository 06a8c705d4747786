// A clock that the test moves, in the place of the browser's.

interface Due {
  readonly at: number;
  readonly run: () => void;
}

export class Clock {
  private now = 1000;
  private next = 1;
  private readonly due = new Map<number, Due>();

  /** Lets so many ms pass, and what is due in them happen. */
  async pass(millis: number): Promise<void> {
    const end = this.now + millis;
    for (;;) {
      await settled();
      const first = [...this.due].filter(([, d]) => d.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (first === undefined) break;
      this.due.delete(first[0]);
      this.now = Math.max(this.now, first[1].at);
      first[1].run();
    }
    this.now = end;
  }

  /** Runs body by this clock. */
  async rule(body: () => Promise<void>): Promise<void> {
    const real = {
      setTimeout: globalThis.setTimeout,
      clearTimeout: globalThis.clearTimeout,
      now: performance.now.bind(performance),
    };
    globalThis.setTimeout = ((run: () => void, millis = 0) => {
      const id = this.next++;
      this.due.set(id, { at: this.now + millis, run });
      return id;
    }) as unknown as typeof setTimeout;
    globalThis.clearTimeout = ((id: number) => void this.due.delete(id)) as typeof clearTimeout;
    performance.now = () => this.now;
    try {
      await body();
    } finally {
      globalThis.setTimeout = real.setTimeout;
      globalThis.clearTimeout = real.clearTimeout;
      performance.now = real.now;
    }
  }
}

/** Lets promises and streams go on that wait for nothing. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await new Promise<void>((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done();
      };
      port2.postMessage(0);
    });
  }
}
