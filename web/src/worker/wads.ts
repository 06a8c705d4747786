// Brings a WAD's bytes from the browser's store or from the host, and vouches
// for them: what comes out has the SHA-256 that was asked for.

import { ask, HostError } from "./ask";
import { Sha256, sha256Hex } from "./sha256";
import type { Shelf } from "./shelf";

/** The host's bytes are not the ones that the game is played with. */
export class DamagedWadError extends Error {}

export type Progress = (done: number, total: number) => void;

export async function loadWad(shelf: Shelf, sha256: string, signal: AbortSignal, progress: Progress): Promise<Uint8Array> {
  const kept = await shelf.get(sha256);
  if (kept !== null) {
    if ((await sha256Hex(new Uint8Array(kept))) === sha256) return new Uint8Array(kept);
    await shelf.remove(sha256); // damaged: fetch it anew
  }
  // Twice: a transfer may break or be damaged on its way through some proxy.
  for (let attempt = 1; ; attempt++) {
    try {
      const data = await fetchWad(sha256, signal, progress, attempt > 1);
      void shelf.put(sha256, data.buffer);
      return data;
    } catch (e) {
      if (signal.aborted || attempt === 2) throw e;
    }
  }
}

async function fetchWad(sha256: string, signal: AbortSignal, progress: Progress, again: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const response = await ask("the WAD", `/wads/${sha256}`, { signal, cache: again ? "reload" : "default" });
  if (response.body === null) throw new HostError("the WAD", 0);
  const total = Number(response.headers.get("Content-Length") ?? 0);
  let data = new Uint8Array(total > 0 ? total : 1 << 25);
  let length = 0;
  const sum = new Sha256();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (length + value.length > data.length) {
      const larger = new Uint8Array(Math.max(2 * data.length, length + value.length));
      larger.set(data.subarray(0, length));
      data = larger;
    }
    data.set(value, length);
    length += value.length;
    sum.update(value);
    progress(length, Math.max(total, length));
  }
  if (sum.digest() !== sha256) throw new DamagedWadError("the WAD that arrived is not the one that the host plays");
  return length === data.length ? data : data.slice(0, length);
}
