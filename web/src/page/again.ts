// Something that must succeed some time: tried until it does.

export class Again {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private run = 0;

  constructor(
    private readonly task: () => Promise<void>,
    private readonly wait: number, // ms, after a failure
  ) {}

  /** Tries now, whatever else was planned. */
  async now(): Promise<void> {
    const run = ++this.run;
    clearTimeout(this.timer);
    try {
      await this.task();
    } catch (e) {
      console.warn("doomhost:", e);
      if (run === this.run) this.timer = setTimeout(() => void this.now(), this.wait);
    }
  }
}
