// What lobby and tic channel share: addresses, and how long to wait before the
// next attempt.

export function socketUrl(path: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${path}`;
}

/** Waits grow from a quarter of a second to four. */
export class Backoff {
  private attempt = 0;

  reset(): void {
    this.attempt = 0;
  }

  next(): number {
    return 250 * 2 ** Math.min(this.attempt++, 4);
  }
}
