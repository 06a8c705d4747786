// Reads a recording's file (internal/replay defines the format and writes it) up to the first
// damage. The file is not trusted. The reader skips the snapshots: anybody could have written
// such a state, so the engine must not load it.

import { FileError } from "./fileerror";
import type { ReplayHeader } from "../shared/generated/api";
import { fields, int, isRecord, list, params, str, type Params } from "../shared/lobby";
import {
  blockStart,
  maxReplayTics as maxTics,
  maxRunTics as maxRun,
  recordHeadBytes as recordHead,
  recordingMagic as magic,
  recordingVersion as version,
  recordKind as kind,
  recordTailBytes as recordTail,
  ticsHeadBytes as ticsHead,
} from "../shared/generated/protocol";
import { bundleBytes, slots, ticcmdBytes } from "../shared/wire";

/** A file's header. */
export interface FileHeader extends Pick<ReplayHeader, "engine" | "wads" | "names" | "slots"> {
  readonly params: Params;
}

/** Runs of tics that are unpacked together. */
interface Block {
  readonly first: number;
  readonly counts: readonly number[]; // tics of each run
  readonly packed: readonly Uint8Array<ArrayBuffer>[];
}

export interface RecordedFile {
  readonly header: FileHeader;
  readonly tics: number;
  readonly blocks: readonly Block[];
  /** The file ends with the record that a recorder writes when it stops: nothing is missing. */
  readonly whole: boolean;
}

/** The longest payload of each kind. */
const limits: readonly number[] = [0, 64 << 10, 1 << 20, 4 + (8 << 20), 64 << 10, 1 << 20];

/** No recording is larger: half a day with a snapshot every 20 s is smaller. */
export const maxFileBytes = 1 << 30;
// More than twelve hours of tics take without compression.
const maxPackedBytes = 64 << 20;

/** Reads an untrusted file; throws a FileError. */
export async function readRecording(file: Blob): Promise<RecordedFile> {
  if (file.size > maxFileBytes) throw new FileError("It is too large for a recording of doomhost.");
  const records = new Records(file);
  await checkMagic(records);
  const first = await records.next();
  const header = first?.kind === kind.header && first.payload !== null ? parseHeader(first.payload) : null;
  if (header === null) throw new FileError("Its beginning is damaged. Get the file again from where you have it from.");
  const blocks: { first: number; counts: number[]; packed: Uint8Array<ArrayBuffer>[] }[] = [];
  let tics = 0;
  let bytes = 0;
  let whole = false;
  for (;;) {
    const record = await records.next();
    whole = record?.kind === kind.end;
    if (record === null || whole) break;
    if (record.kind !== kind.tics || record.payload === null) continue;
    const run = runHead(record.payload);
    bytes += record.payload.length;
    if (run?.first !== tics || tics + run.count > maxTics || bytes > maxPackedBytes) break;
    if (run.block) blocks.push({ first: tics, counts: [], packed: [] });
    const block = blocks.at(-1);
    block?.counts.push(run.count);
    block?.packed.push(record.payload.slice(ticsHead)); // a copy, because the payload's buffer is large
    tics += run.count;
  }
  if (tics === 0) throw new FileError("Nothing was recorded in it.");
  return { header, tics, blocks, whole };
}

async function checkMagic(records: Records): Promise<void> {
  const head = await records.bytes(8);
  if (head === null || String.fromCharCode(...head.subarray(0, 4)) !== magic)
    throw new FileError("It is no recording of doomhost.");
  const v = (head[4] as number) | ((head[5] as number) << 8);
  if (v === 0 || v > version)
    throw new FileError("A newer doomhost recorded it. Update doomhost on the host, then reload this page.");
}

function parseHeader(payload: Uint8Array): FileHeader | null {
  let v: unknown;
  try {
    v = JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return null;
  }
  if (!isRecord(v)) return null;
  const o = fields<ReplayHeader>(v);
  const inGame = [...new Set(list(o.slots, int))].filter((s) => s >= 0 && s < slots).sort();
  const names = list(o.names, str).slice(0, slots);
  return { engine: str(o.engine), params: params(o.params), wads: list(o.wads, str), names, slots: inGame };
}

interface Run {
  readonly first: number;
  readonly count: number;
  readonly block: boolean;
}

function runHead(payload: Uint8Array): Run | null {
  if (payload.length < ticsHead) return null;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const [first, n] = [view.getUint32(0, true), view.getUint16(4, true)];
  const count = n & ~blockStart;
  if (count === 0 || count > maxRun) return null;
  return { first, count, block: (n & blockStart) !== 0 || first === 0 };
}

interface FileRecord {
  readonly kind: number;
  readonly payload: Uint8Array | null; // null: skipped
}

/** The records of a file, one after the other. */
class Records {
  private offset = 0;
  private window = new Uint8Array(0);
  private start = 0; // offset of the window in the file

  constructor(private readonly file: Blob) {}

  /** The next record; null if no whole one is left. */
  async next(): Promise<FileRecord | null> {
    const head = await this.bytes(recordHead, false);
    if (head === null) return null;
    const k = head[0] as number;
    const size = new DataView(head.buffer, head.byteOffset).getUint32(1, true);
    if (k === 0 || size > (limits[k] ?? -1)) return null;
    const length = recordHead + size + recordTail;
    if (k === kind.snapshot) {
      this.offset += length;
      return this.offset <= this.file.size ? { kind: k, payload: null } : null;
    }
    const record = await this.bytes(length);
    if (record === null) return null;
    const end = recordHead + size;
    if (crc32c(record.subarray(0, end)) !== new DataView(record.buffer, record.byteOffset).getUint32(end, true))
      return null;
    return { kind: k, payload: record.subarray(recordHead, end) };
  }

  /** The next n bytes; null if there are fewer. */
  async bytes(n: number, take = true): Promise<Uint8Array | null> {
    if (this.offset + n > this.file.size) return null;
    let at = this.offset - this.start;
    if (at < 0 || at + n > this.window.length) {
      this.window = await read(this.file.slice(this.offset, this.offset + Math.max(n, 1 << 20)));
      this.start = this.offset;
      at = 0;
      if (this.window.length < n) return null;
    }
    if (take) this.offset += n;
    return this.window.subarray(at, at + n);
  }
}

async function read(piece: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch {
    throw new FileError(
      "The browser cannot read it any more. Check that it is still where it was, then open it again.",
    );
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let i = 0; i < 8; i++) c = c & 1 ? (c >>> 1) ^ 0x82f63b78 : c >>> 1;
  return c;
});

function crc32c(bytes: Uint8Array): number {
  let c = ~0;
  for (const b of bytes) c = (crcTable[(c ^ b) & 255] as number) ^ (c >>> 8);
  return ~c >>> 0;
}

const bundleRest = bundleBytes - 4;
// An empty final block of a deflate stream: the file's streams are only flushed, not ended.
const streamEnd = Uint8Array.of(1, 0, 0, 0xff, 0xff);

/** The bundles of a block in a row, up to the first damage. */
export async function unpackBlock(block: Block): Promise<Uint8Array> {
  const tics = block.counts.reduce((sum, n) => sum + n, 0);
  const columns = await inflate(block.packed, tics * bundleRest);
  const coder = new Coder();
  const bundles = new Uint8Array(tics * bundleBytes);
  let done = 0;
  for (const count of block.counts) {
    const run = columns.subarray(done * bundleRest, (done + count) * bundleRest);
    if (run.length < count * bundleRest) break;
    const out = bundles.subarray(done * bundleBytes, (done + count) * bundleBytes);
    coder.decode(out, run, block.first + done, count);
    if (!playable(out)) break;
    done += count;
  }
  return bundles.subarray(0, done * bundleBytes);
}

/** Unpacks a stream that should have size bytes. Returns fewer if it breaks off; ignores any excess. */
async function inflate(packed: readonly Uint8Array<ArrayBuffer>[], size: number): Promise<Uint8Array> {
  if (typeof DecompressionStream !== "function")
    throw new FileError("This browser is too old to unpack it. Any current Firefox, Chrome, Edge or Safari can.");
  const out = new Uint8Array(size);
  let length = 0;
  const reader = new Blob([...packed, streamEnd])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const piece = value.subarray(0, size - length);
      out.set(piece, length);
      length += piece.length;
      if (piece.length < value.length) {
        await reader.cancel();
        break;
      }
    }
  } catch {
    // The rest is damaged.
  }
  return out.subarray(0, length);
}

/** Whether the masks of these bundles are valid. */
function playable(bundles: Uint8Array): boolean {
  for (let at = 0; at < bundles.length; at += bundleBytes) {
    const [inGame, fabricated] = [bundles[at + 4] as number, bundles[at + 5] as number];
    if (inGame >> slots !== 0 || (fabricated & ~inGame) !== 0) return false;
  }
  return true;
}

/** Whether a column of a run is XORed with the tic before, by its byte in a ticcmd. */
const xored = [true, true, false, false, false, false, false, true] as const;
const consistancy = 4; // two bytes: the distance from the predicted position

/** Decodes the columns of consecutive runs into bundles. */
class Coder {
  private readonly before = new Uint8Array(bundleRest);
  private readonly past = new Uint16Array(3 * slots); // consistancies of each slot, the last first

  decode(out: Uint8Array, columns: Uint8Array, first: number, count: number): void {
    const view = new DataView(out.buffer, out.byteOffset, out.length);
    for (let t = 0; t < count; t++) {
      const at = t * bundleBytes;
      view.setUint32(at, first + t, true);
      for (let i = 0; i < bundleRest; i++) {
        const field = i < 2 ? -1 : (i - 2) % ticcmdBytes;
        if (field === consistancy + 1) continue; // decoded with the byte before
        const v = columns[i * count + t] as number;
        if (field === consistancy) {
          const high = columns[(i + 1) * count + t] as number;
          view.setUint16(at + 4 + i, this.position((i - 2 - consistancy) / ticcmdBytes, v | (high << 8)), true);
          continue;
        }
        const value = field < 0 || xored[field] === true ? v ^ (this.before[i] as number) : v;
        out[at + 4 + i] = value;
        this.before[i] = value;
      }
    }
  }

  /** A slot's next position: rest is the distance from where friction would bring a runner. */
  private position(slot: number, rest: number): number {
    const past = this.past.subarray(3 * slot, 3 * slot + 3);
    const [x, y, z] = past as unknown as [number, number, number];
    const speed = x - y;
    const change = ((speed - (y - z)) << 16) >> 16;
    const next = (x + speed + ((change * 29) >> 5) + rest) & 0xffff;
    past.set([next, x, y]);
    return next;
  }
}
