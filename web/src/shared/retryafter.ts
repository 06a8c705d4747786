// Asking again where the host has no room for a request just now: it answers 503, and
// says after how many seconds there may be room (Retry-After).

/** A wait between two tries is no longer than that, ms. */
const longestWait = 8_000;
/** So long a request is tried again, ms; then the host's refusal is the answer. */
const patience = 60_000;
/** A wait that is longer is worth a word, ms. */
const quietMillis = 1_000;

/** Tells one listener whether any request has waited for over a second. */
export class BusySignal {
  /** on: the host has much to do, and requests wait. */
  changed: (on: boolean) => void = () => {};
  private readonly waiting = new Set<symbol>();

  /** A request is refused for now. The function that is returned ends its wait. */
  begin(): () => void {
    const own = Symbol("a request");
    const timer = setTimeout(() => {
      this.waiting.add(own);
      if (this.waiting.size === 1) this.changed(true);
    }, quietMillis);
    return () => {
      clearTimeout(timer);
      if (this.waiting.delete(own) && this.waiting.size === 0) this.changed(false);
    };
  }
}

/** That of all requests of this page, or of this Worker. */
export const busySignal = new BusySignal();

/**
 * How long to wait after an answer, in ms; null where it is no refusal for the moment.
 * random, from 0 to 1, parts those who were refused together.
 */
export function retryWait(response: Response, random: number): number | null {
  const header = response.headers.get("Retry-After");
  if (response.status !== 503 || header === null) return null;
  const seconds = Number(header);
  const asked = Number.isFinite(seconds) ? Math.max(1, seconds) * 1000 : 1000; // it may be a date, which needs a right clock
  return Math.min(longestWait, asked * (1 + random));
}

/**
 * Fetches, and as long as the host has no room for it waits as the host says and asks
 * again. alive is called whenever the host has answered and whenever it is asked again.
 * Where each try has a signal of its own, init makes them.
 */
export async function fetchRetrying(
  path: string,
  init: RequestInit | (() => RequestInit) = {},
  alive: () => void = () => {},
): Promise<Response> {
  const begun = performance.now();
  let waited: (() => void) | null = null;
  try {
    for (;;) {
      const response = await fetch(path, typeof init === "function" ? init() : init);
      const wait = retryWait(response, Math.random());
      if (wait === null || performance.now() + wait - begun > patience) return response;
      waited ??= busySignal.begin();
      void response.body?.cancel().catch(() => {}); // its words are for those who do not try again
      alive();
      await pause(wait, typeof init === "function" ? null : (init.signal ?? null));
      alive();
    }
  } finally {
    waited?.();
  }
}

/** Waits, unless somebody gives up. */
function pause(millis: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, millis);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
