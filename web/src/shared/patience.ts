// How long things are waited for, and what ends a wait for the host's answer.

/** So long a host that does not answer is tried again, ms. */
export const tryMillis = 10 * 60_000;
/** So long nothing may come of an answer before it is given up, ms. */
export const stillMillis = 15_000;

/** Nothing came for stillMillis. */
export class StillError extends Error {
  constructor() {
    super("the host did not answer");
  }
}

/** Aborts what it is given to when nothing comes for too long, or when somebody else aborts. */
export class Watch {
  private readonly abort = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal | null = null) {
    if (outer?.aborted === true) this.abort.abort(outer.reason);
    outer?.addEventListener("abort", () => this.abort.abort(outer.reason), { once: true });
    this.alive();
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Something came. */
  alive(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.abort.abort(new StillError()), stillMillis);
  }

  /** Nothing is waited for any more; what somebody else aborts is aborted still. */
  end(): void {
    clearTimeout(this.timer);
  }
}

/** An answer's body, piece by piece as it comes. */
export async function readBody(response: Response, watch: Watch, piece: (bytes: Uint8Array) => void): Promise<void> {
  if (response.body === null) throw new StillError();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    watch.alive();
    piece(value);
  }
}
