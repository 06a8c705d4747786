// The WADs that the browser keeps: the last ones that were played. Without a limit, WADs that
// nobody uses again would fill the browser's storage.

import type { Store } from "./store";

// More than a game with all its add-ons has.
const most = 16;
// The key of the list of WADs, the last used first.
const orderKey = "order";

export class WadCache {
  private noting: Promise<void> = Promise.resolve(); // serializes the updates: several WADs come at once

  constructor(private readonly store: Store) {}

  /** A WAD's bytes, unchecked; null if they are not cached. */
  async get(sha256: string): Promise<ArrayBuffer | null> {
    const data = await this.store.get(sha256);
    if (data !== null) void this.queue(() => this.used(sha256));
    return data;
  }

  /** Caches a WAD. If there is no space, it evicts the least recently played ones. */
  put(sha256: string, data: ArrayBuffer): Promise<void> {
    return this.queue(() => this.add(sha256, data));
  }

  remove(sha256: string): Promise<void> {
    return this.store.remove(sha256);
  }

  private queue(work: () => Promise<void>): Promise<void> {
    this.noting = this.noting.then(work);
    return this.noting;
  }

  private async add(sha256: string, data: ArrayBuffer): Promise<void> {
    while (!(await this.store.put(sha256, data))) {
      const last = (await this.order()).filter((id) => id !== sha256).at(-1);
      if (last === undefined) return;
      await this.store.remove(last);
    }
    await this.used(sha256);
    for (const id of (await this.order()).slice(most)) await this.store.remove(id);
  }

  private async used(sha256: string): Promise<void> {
    const order = (await this.order()).filter((id) => id !== sha256);
    await this.store.put(orderKey, new TextEncoder().encode([sha256, ...order].join(" ")).buffer);
  }

  /** The cached WADs, the last used first, followed by those cached before there was an order. */
  private async order(): Promise<string[]> {
    const noted = await this.store.get(orderKey);
    const order = noted === null ? [] : new TextDecoder().decode(noted).split(" ");
    const kept = (await this.store.keys()).filter((key) => key !== orderKey);
    return [...order.filter((id) => kept.includes(id)), ...kept.filter((id) => !order.includes(id))];
  }
}
