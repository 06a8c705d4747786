// Shared by the lobby and the tic channel: addresses, and the wait before the next retry.

export function socketUrl(path: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${path}`;
}

/** Waits grow from a quarter of a second to four seconds. */
export class Backoff {
  private attempt = 0;

  reset(): void {
    this.attempt = 0;
  }

  next(): number {
    return 250 * 2 ** Math.min(this.attempt++, 4);
  }
}
