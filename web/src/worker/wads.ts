// Loads a WAD's bytes from the browser's cache or from the host, and verifies that they have
// the requested SHA-256.

import { httpRequest, HostError } from "./http";
import { Sha256, sha256Hex } from "./sha256";
import type { WadCache } from "./wadcache";
import { readBody, Watch } from "../shared/patience";

/** The host's bytes are not those of the game's WAD. */
export class DamagedWadError extends Error {}

export type Progress = (done: number, total: number) => void;

export async function loadWad(
  shelf: WadCache,
  sha256: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<Uint8Array> {
  const kept = await shelf.get(sha256);
  if (kept !== null) {
    if ((await sha256Hex(new Uint8Array(kept))) === sha256) return new Uint8Array(kept);
    await shelf.remove(sha256); // damaged: fetch it again
  }
  const arrival = new WadDownload(sha256);
  let damaged = 0;
  for (let vain = 0; ;) {
    const before = arrival.length;
    try {
      await arrival.fetch(signal, progress, damaged > 0);
      const data = arrival.wad();
      void shelf.put(sha256, data.buffer);
      return data;
    } catch (e) {
      if (signal.aborted) throw e;
      if (e instanceof DamagedWadError) {
        // Try twice: a proxy may have damaged the transfer.
        if (++damaged === 2) throw e;
        arrival.clear();
      } else if (arrival.length > before) {
        vain = 0; // keep asking for the rest while more of it comes
      } else if (++vain === 2) {
        throw e;
      }
    }
  }
}

/** The received part of a WAD, from one or several answers. */
class WadDownload {
  private data = new Uint8Array(0);
  private got = 0;
  private sum = new Sha256();

  constructor(private readonly sha256: string) {}

  get length(): number {
    return this.got;
  }

  clear(): void {
    this.got = 0;
    this.sum = new Sha256();
  }

  /** Fetches the missing part. If it fails, the received part is kept. */
  async fetch(signal: AbortSignal, progress: Progress, again: boolean): Promise<void> {
    const watch = new Watch(signal);
    const init: RequestInit =
      this.got > 0
        ? { cache: "no-store", headers: { Range: `bytes=${this.got}-` } }
        : { cache: again ? "reload" : "default" };
    try {
      const response = await httpRequest("the WAD", `/wads/${this.sha256}`, { ...init, signal }, watch);
      if (this.got > 0 && !rangeFrom(response, this.got)) this.clear(); // the answer has the whole file
      const total = this.got + Number(response.headers.get("Content-Length") ?? 0);
      if (total > this.data.length) this.grow(total);
      await readBody(response, watch, (piece) => {
        this.append(piece);
        progress(this.got, Math.max(total, this.got));
      });
      if (this.got < total) throw new HostError("the WAD", 0);
    } catch (e) {
      if (signal.aborted || e instanceof HostError) throw e;
      throw new HostError("the WAD", 0);
    } finally {
      watch.end();
    }
  }

  /** The whole WAD. */
  wad(): Uint8Array<ArrayBuffer> {
    if (this.sum.digest() !== this.sha256)
      throw new DamagedWadError("the WAD that arrived is not the one that the host plays");
    return this.got === this.data.length ? this.data : this.data.slice(0, this.got);
  }

  private append(piece: Uint8Array): void {
    if (this.got + piece.length > this.data.length) this.grow(Math.max(2 * this.data.length, this.got + piece.length));
    this.data.set(piece, this.got);
    this.got += piece.length;
    this.sum.update(piece);
  }

  private grow(size: number): void {
    const larger = new Uint8Array(size);
    larger.set(this.data.subarray(0, this.got));
    this.data = larger;
  }
}

/** Whether an answer is the rest of a file from a byte on. */
function rangeFrom(response: Response, first: number): boolean {
  return response.status === 206 && (response.headers.get("Content-Range") ?? "").startsWith(`bytes ${first}-`);
}
