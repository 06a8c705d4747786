// Something that is asked of the host until it succeeds, or again and again: one
// request at a time, and people are told when it fails and when it is tried next.

import { NoAnswerError } from "./http";

// A first answer that takes longer is told of, ms.
const slowMillis = 1500;

export interface RetryOptions {
  /** So long after a success it is done again, ms; 0: it is not. */
  readonly every?: () => number;
  /** Shows what is waited for; empty: nothing. */
  readonly told?: (words: string) => void;
}

export class Retry {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private run = 0;
  private trouble = ""; // of the last try
  private said = "";

  constructor(
    private readonly task: () => Promise<void>,
    private readonly wait: number, // ms, after a failure
    private readonly options: RetryOptions = {},
  ) {}

  /** Tries now, whatever else was planned. */
  async now(): Promise<void> {
    const run = ++this.run;
    clearTimeout(this.timer);
    if (this.trouble !== "") this.tell(`${this.trouble}; trying again …`);
    else this.timer = setTimeout(() => this.tell("Waiting for the host's answer …"), slowMillis);
    let trouble = "";
    try {
      await this.task();
    } catch (e) {
      console.warn("doomhost:", e);
      trouble = reason(e);
    }
    if (run !== this.run) return; // another one is under way, or nobody wants it
    clearTimeout(this.timer);
    this.trouble = trouble;
    if (trouble !== "") {
      this.count(performance.now() + this.wait);
      return;
    }
    this.tell("");
    const every = this.options.every?.() ?? 0;
    if (every > 0) this.timer = setTimeout(() => void this.now(), every);
  }

  /** Nobody wants it until the next now(). */
  rest(): void {
    this.run++;
    clearTimeout(this.timer);
    this.trouble = "";
    this.tell("");
  }

  /** Tells second by second how long it is until the next try. */
  private count(until: number): void {
    const left = until - performance.now();
    if (left <= 0) {
      void this.now();
      return;
    }
    const seconds = Math.ceil(left / 1000);
    this.tell(`${this.trouble}; trying again in ${seconds} s.`);
    this.timer = setTimeout(() => this.count(until), left - (seconds - 1) * 1000);
  }

  private tell(words: string): void {
    if (words === this.said) return;
    this.said = words;
    this.options.told?.(words);
  }
}

function reason(e: unknown): string {
  if (e instanceof NoAnswerError) return e.message;
  const text = e instanceof Error ? e.message : String(e);
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, "");
}
