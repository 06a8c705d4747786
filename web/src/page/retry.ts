// Something that is asked of the host until it succeeds, or again and again: one
// request at a time, and people are told when it fails and when it is tried next.

import { NoAnswerError } from "./http";

// A first answer that takes longer is told of, ms.
const slowMillis = 1500;

export interface RetryOptions {
  /** So long after a success it is done again, ms; 0: it is not. */
  readonly every?: () => number;
  /** Shows what is waited for; empty: nothing. */
  readonly status?: (words: string) => void;
}

export class Retry {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private run = 0;
  private failure = ""; // of the last try
  private lastStatus = "";

  constructor(
    private readonly task: () => Promise<void>,
    private readonly wait: number, // ms, after a failure
    private readonly options: RetryOptions = {},
  ) {}

  /** Tries now, whatever else was planned. */
  async now(): Promise<void> {
    const run = ++this.run;
    clearTimeout(this.timer);
    if (this.failure !== "") this.report(`${this.failure}; trying again …`);
    else this.timer = setTimeout(() => this.report("Waiting for the host's answer …"), slowMillis);
    let failure = "";
    try {
      await this.task();
    } catch (e) {
      console.warn("doomhost:", e);
      failure = reason(e);
    }
    if (run !== this.run) return; // another one is under way, or nobody wants it
    clearTimeout(this.timer);
    this.failure = failure;
    if (failure !== "") {
      this.count(performance.now() + this.wait);
      return;
    }
    this.report("");
    const every = this.options.every?.() ?? 0;
    if (every > 0) this.timer = setTimeout(() => void this.now(), every);
  }

  /** Nobody wants it until the next now(). */
  stop(): void {
    this.run++;
    clearTimeout(this.timer);
    this.failure = "";
    this.report("");
  }

  /** Tells second by second how long it is until the next try. */
  private count(until: number): void {
    const left = until - performance.now();
    if (left <= 0) {
      void this.now();
      return;
    }
    const seconds = Math.ceil(left / 1000);
    this.report(`${this.failure}; trying again in ${seconds} s.`);
    this.timer = setTimeout(() => this.count(until), left - (seconds - 1) * 1000);
  }

  private report(words: string): void {
    if (words === this.lastStatus) return;
    this.lastStatus = words;
    this.options.status?.(words);
  }
}

function reason(e: unknown): string {
  if (e instanceof NoAnswerError) return e.message;
  const text = e instanceof Error ? e.message : String(e);
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, "");
}
