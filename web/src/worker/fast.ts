// The client's side of a channel that loses and reorders messages: every message repeats all
// ticcmds that the host has not confirmed, and confirms bundles. signal/fast defines the
// layout and the rules.

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
  private readonly kept = new Map<number, Uint8Array>(); // ticcmds from base to next - 1
  private base: number;
  private next: number;
  private want: number;
  private sent = -Infinity;
  private owing = true; // a message is owed to the host: at first, the position

  constructor(from: number) {
    this.base = this.next = this.want = from;
  }

  /** Adds a ticcmd. A gap in the tics discards all ticcmds before it. */
  put(tic: number, cmd: Uint8Array): void {
    if (tic < this.next) return;
    if (tic > this.next || this.next - this.base >= fastWindow) {
      this.kept.clear();
      this.base = tic;
    }
    this.kept.set(tic, cmd);
    this.next = tic + 1;
  }

  /** The host needs no ticcmds below a tic. */
  confirm(tic: number): void {
    for (const end = Math.min(tic, this.next); this.base < end; this.base++) this.kept.delete(this.base);
  }

  /** The message to send now. */
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

  /** When a message is due even without new ticcmds. */
  get deadline(): number {
    if (this.base < this.next) return this.sent + repeatMillis;
    return this.owing ? this.sent + answerMillis : Infinity;
  }

  /** The new bundles in a message, in order and without gaps. An invalid message has none. */
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
    if (first > this.want) return bundles; // the missing bundles are sent again
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
