// The client's side of a channel that loses and reorders messages: every
// message repeats all ticcmds that the host has not confirmed, and confirms
// bundles. The layout and the rules are those of signal/fast.

import {
  bundleBytes,
  fastBundleBytes as recordBytes, // a bundle without its number
  fastHeadBytes as headBytes,
  fastWindow,
  maxFastRecords as maxRecords,
  ticcmdBytes,
} from "../shared/generated/protocol";

const repeatMillis = 14;
const answerMillis = 40;

export class FastEnd {
  private readonly kept = new Map<number, Uint8Array>(); // from base to next - 1
  private base: number;
  private next: number;
  private want: number;
  private sent = -Infinity;
  private owing = true; // the host waits for a word: at first, where we are

  constructor(from: number) {
    this.base = this.next = this.want = from;
  }

  /** Adds a ticcmd. Tics that are left out make all before them void. */
  put(tic: number, cmd: Uint8Array): void {
    if (tic < this.next) return;
    if (tic > this.next || this.next - this.base >= fastWindow) {
      this.kept.clear();
      this.base = tic;
    }
    this.kept.set(tic, cmd);
    this.next = tic + 1;
  }

  /** The host needs no ticcmd below a tic. */
  confirm(tic: number): void {
    for (const end = Math.min(tic, this.next); this.base < end; this.base++) this.kept.delete(this.base);
  }

  /** The message of this moment. */
  message(now: number): Uint8Array<ArrayBuffer> {
    const count = Math.min(this.next - this.base, maxRecords);
    const bytes = new Uint8Array(headBytes + count * ticcmdBytes);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, this.want, true);
    view.setUint32(4, this.base, true);
    for (let i = 0; i < count; i++) bytes.set(this.kept.get(this.base + i) as Uint8Array, headBytes + i * ticcmdBytes);
    this.sent = now;
    this.owing = false;
    return bytes;
  }

  /** When a message is due though nothing is new. */
  get deadline(): number {
    if (this.base < this.next) return this.sent + repeatMillis;
    return this.owing ? this.sent + answerMillis : Infinity;
  }

  /** The bundles in a message that are new, in order, none left out. What is no message brings none. */
  receive(data: ArrayBuffer): ArrayBuffer[] {
    const size = data.byteLength - headBytes;
    const count = size / recordBytes;
    if (size < 0 || !Number.isInteger(count) || count > maxRecords) return [];
    const view = new DataView(data);
    const confirmed = view.getUint32(0, true);
    const first = view.getUint32(4, true);
    if (confirmed > this.next) return [];
    this.confirm(confirmed);
    if (count > 0) this.owing = true;
    const bundles: ArrayBuffer[] = [];
    if (first > this.want) return bundles; // what is missing comes again
    for (let i = this.want - first; i < count; i++) {
      const bundle = new Uint8Array(bundleBytes);
      new DataView(bundle.buffer).setUint32(0, first + i, true);
      bundle.set(new Uint8Array(data, headBytes + i * recordBytes, recordBytes), 4);
      bundles.push(bundle.buffer);
      this.want++;
    }
    return bundles;
  }
}
