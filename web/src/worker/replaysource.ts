// The source of a replay's bundles: a recording on the host, or a file that was opened in this
// page.

import { httpRequest, getBytes, HostError } from "./http";
import { readRecording, unpackBlock, type RecordedFile } from "./dhr";
import { FileError } from "./fileerror";
import { Marks, type Mark } from "./marks";
import type { ReplayHeader } from "../shared/generated/api";
import { fields, int, isRecord, list, params, str, type Params } from "../shared/lobby";
import type { Wad } from "../shared/wads";
import { bundleBytes } from "../shared/wire";

/** The parameters of a replay. */
export interface ReplayHead {
  readonly params: Params;
  readonly names: readonly string[];
  readonly slots: readonly number[];
  readonly tics: number;
}

export interface ReplaySource {
  readonly head: ReplayHead;
  /** Whether it ends before the recorded game did, as far as is known by now. */
  readonly early: boolean;
  /** The bundles of count tics from first on, in a row and fewer at the end; and the number of tics in all. */
  bundles(first: number, count: number): Promise<{ readonly data: Uint8Array; readonly tics: number }>;
  /** The newest known state at or before goal. */
  state(goal: number): Promise<Mark | null>;
  /** The game is at a tic; save returns its state. */
  at(tic: number, save: () => Uint8Array): void;
}

/** A replay on the host. Snapshots of another build than this one are useless. */
export async function hostReplay(id: string, build: string): Promise<ReplaySource> {
  const response = await httpRequest("the recording", `/api/replays/${id}`, { cache: "no-store" });
  const v: unknown = await response.json();
  if (!isRecord(v)) throw new Error("the host's answer for the recording can't be read");
  const header = fields<ReplayHeader>(v.header);
  const head = {
    params: params(header.params),
    names: list(header.names, str),
    slots: list(header.slots, int),
    tics: int(v.tics),
  };
  return new HostReplay(id, head, str(header.engine) === build);
}

export class HostReplay implements ReplaySource {
  readonly early = false; // the host serves its recordings only as far as they are whole
  private readonly marks = new Marks();

  constructor(
    private readonly id: string,
    readonly head: ReplayHead,
    private readonly sameBuild: boolean,
  ) {}

  async bundles(first: number, count: number): Promise<{ data: Uint8Array; tics: number }> {
    const { bytes, headers } = await getBytes(
      "the recording",
      `/api/replays/${this.id}/tics?from=${first}&count=${count}`,
    );
    return { data: bytes, tics: Number(headers.get("X-Doomhost-Tics") ?? 0) };
  }

  async state(goal: number): Promise<Mark | null> {
    if (!this.sameBuild) return this.marks.before(goal);
    try {
      const { bytes, headers } = await getBytes("the recording", `/api/replays/${this.id}/snapshot?tic=${goal}`);
      return { tic: Number(headers.get("X-Doomhost-Tic") ?? 0), state: bytes };
    } catch (e) {
      if (e instanceof HostError && e.status !== 0) return null; // there is none
      throw e;
    }
  }

  at(tic: number, save: () => Uint8Array): void {
    if (!this.sameBuild) this.marks.at(tic, save);
  }
}

/** The known WADs: those that the host lists, and whether this browser keeps one. */
export interface KnownWads {
  list(): Promise<readonly Wad[]>;
  cached(id: string): Promise<boolean>;
}

/** The file of a recording that was opened. Any defect is a FileError with the file's name. */
export async function fileReplay(file: File, known: KnownWads): Promise<ReplaySource> {
  try {
    const recorded = await readRecording(file);
    await checkWads(recorded, known);
    return new FileReplay(recorded);
  } catch (e) {
    if (e instanceof FileError) e.file = file.name;
    throw e;
  }
}

const sha256 = /^[0-9a-f]{64}$/;

/** Checks that all of the recording's WADs are available. */
async function checkWads({ header }: RecordedFile, known: KnownWads): Promise<void> {
  const ids = [header.params.wadId, ...header.params.pwads];
  if (!ids.every((id) => sha256.test(id))) throw new FileError("It does not say with which game it was played.");
  const there = await known.list();
  const missing: string[] = [];
  for (const [i, id] of ids.entries()) {
    if (there.some((w) => w.id === id) || (await known.cached(id))) continue;
    const name = header.wads[i] ?? "";
    missing.push(`${i === 0 ? "the game" : "the add-on"} ${name || "without a name"} (SHA-256 ${id.slice(0, 12)}…)`);
  }
  if (missing.length === 0) return;
  const what =
    missing.length === 1 ? (missing[0] as string) : `${missing.slice(0, -1).join(", ")} and ${missing.at(-1) ?? ""}`;
  const same = missing.length === 1 ? "that very file" : "those very files";
  throw new FileError(
    `It was played with ${what}, which this host does not have. Put ${same} into the WAD folder on the host, press "Look for new WADs" there, and open the recording again.`,
  );
}

/** A file's blocks, unpacked on demand. Seeking uses states that this page's engine has been in. */
export class FileReplay implements ReplaySource {
  readonly head: ReplayHead;
  private readonly marks = new Marks();
  private tics: number;
  private damaged = false;
  private last: { readonly first: number; readonly bundles: Uint8Array } | null = null;

  constructor(private readonly file: RecordedFile) {
    const { params: played, names, slots } = file.header;
    this.head = { params: played, names, slots, tics: file.tics };
    this.tics = file.tics;
  }

  get early(): boolean {
    return this.damaged || !this.file.whole;
  }

  async bundles(first: number, count: number): Promise<{ data: Uint8Array; tics: number }> {
    const data = new Uint8Array(Math.max(0, Math.min(count, this.tics - first)) * bundleBytes);
    let length = 0;
    while (length < data.length) {
      const piece = await this.from(first + length / bundleBytes);
      if (piece.length === 0) break; // the rest of the file is damaged
      const fits = piece.subarray(0, data.length - length);
      data.set(fits, length);
      length += fits.length;
    }
    return { data: data.subarray(0, length), tics: this.tics };
  }

  /** The bundles from a tic to the end of its block. */
  private async from(tic: number): Promise<Uint8Array> {
    const block = this.file.blocks.filter((b) => b.first <= tic).at(-1);
    if (block === undefined || tic >= this.tics) return new Uint8Array(0);
    if (this.last?.first !== block.first) {
      const bundles = await unpackBlock(block);
      this.last = { first: block.first, bundles };
      const said = block.counts.reduce((sum, n) => sum + n, 0);
      const there = bundles.length / bundleBytes;
      if (there < said) {
        this.damaged = true;
        this.tics = Math.min(this.tics, block.first + there);
      }
    }
    return this.last.bundles.subarray((tic - block.first) * bundleBytes);
  }

  state(goal: number): Promise<Mark | null> {
    return Promise.resolve(this.marks.before(goal));
  }

  at(tic: number, save: () => Uint8Array): void {
    this.marks.at(tic, save);
  }
}
