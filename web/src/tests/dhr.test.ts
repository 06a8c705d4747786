import { test, type Check } from "./check";
import { maxFileBytes, readRecording, unpackBlock } from "../worker/dhr";
import { FileError } from "../worker/fileerror";
import { fileReplay, FileReplay, type KnownWads } from "../worker/replaysource";
import { bundleBytes } from "../shared/wire";

const versions = ["version1.dhr", "version2.dhr"];

async function bytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer());
}

/** Where two runs of bytes differ first; -1: nowhere. */
function differ(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  return a.findIndex((x, i) => x !== b[i]);
}

test("a recording's file is what the host reads in it, in any pieces", async (c) => {
  const want = await bytes("bundles");
  c.equal(want.length, 5000 * bundleBytes, "the host's reader");
  for (const name of versions) {
    const file = await readRecording(new Blob([await bytes(name)]));
    c.equal([file.tics, file.blocks.length], [5000, name === "version1.dhr" ? 1 : 3], name);
    const replay = new FileReplay(file);
    for (const [first, count] of [
      [0, 2048],
      [2048, 2048],
      [4096, 2048],
      [2047, 3],
      [100, 4900],
      [0, 5000],
      [4999, 1],
      [5000, 10],
    ] as const) {
      const { data, tics } = await replay.bundles(first, count);
      c.equal(
        [differ(data, want.subarray(first * bundleBytes, (first + count) * bundleBytes)), tics],
        [-1, 5000],
        `${name}, ${count} tics from ${first}`,
      );
    }
  }
});

/** The words with which a file is refused; "" where it is read. */
async function refusal(file: Blob): Promise<string> {
  try {
    await readRecording(file);
    return "";
  } catch (e) {
    if (e instanceof FileError) return e.message;
    throw e;
  }
}

test("what is no recording is refused in words", async (c) => {
  const good = await bytes("version2.dhr");
  const changed = (at: number, value: number): Blob => {
    const copy = good.slice();
    copy[at] = value;
    return new Blob([copy]);
  };
  const says = async (file: Blob, words: string, what: string): Promise<void> => {
    const said = await refusal(file);
    c.ok(said.includes(words), `${what}: ${said || "it was read"}`);
  };
  await says(new Blob([]), "no recording of doomhost", "an empty file");
  await says(new Blob(["PK\u0003\u0004 something else"]), "no recording of doomhost", "another file");
  await says(changed(4, 3), "A newer doomhost", "a newer format");
  await says(changed(20, 0), "beginning is damaged", "a damaged header");
  await says(new Blob([good.subarray(0, 30)]), "beginning is damaged", "a header that is cut off");
  await says(
    new Blob([good.subarray(0, 13 + new DataView(good.buffer).getUint32(9, true) + 4)]),
    "Nothing was recorded",
    "a header alone",
  );
  const vast = { size: maxFileBytes + 1 } as Blob;
  await says(vast, "too large", "a vast file");
});

test("a file that is damaged or cut off is played up to there", async (c) => {
  const want = await bytes("bundles");
  for (const name of versions) {
    const good = await bytes(name);
    for (const part of [0.2, 0.5, 0.9]) {
      const at = Math.floor(good.length * part);
      const damaged = good.slice();
      damaged[at] = (damaged[at] as number) ^ 0x55;
      for (const [how, blob] of [
        ["cut off", new Blob([good.subarray(0, at)])],
        ["damaged", new Blob([damaged])],
      ] as const) {
        const file = await readRecording(blob);
        const replay = new FileReplay(file);
        const { data } = await replay.bundles(0, 5000);
        c.ok(
          file.tics > 0 && file.tics <= 5000 && differ(data, want.subarray(0, file.tics * bundleBytes)) === -1,
          `${name} ${how} at ${part}: ${file.tics} tics`,
        );
        c.ok(how === "damaged" || file.tics < 5000, `${name} is shorter where it is cut off`);
      }
    }
  }
});

test("a block that does not unpack ends the recording, and a bomb is not unpacked", async (c) => {
  const file = await readRecording(new Blob([await bytes("version2.dhr")]));
  const [first, second, third] = file.blocks;
  if (first === undefined || second === undefined || third === undefined) throw new Error("three blocks are expected");
  const noise = { ...second, packed: [Uint8Array.of(7, 7, 7, 7)] };
  const replay = new FileReplay({ ...file, blocks: [first, noise, third] });
  const { data, tics } = await replay.bundles(0, 5000);
  c.equal([data.length / bundleBytes, tics], [second.first, second.first], "up to the block");
  const zeros = new Blob([new Uint8Array(8 << 20)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bomb = new Uint8Array(await new Response(zeros).arrayBuffer());
  c.ok(bomb.length < 20_000, "it is small");
  c.equal(
    (await unpackBlock({ first: 0, counts: [35], packed: [bomb] })).length,
    35 * bundleBytes,
    "no more than it says",
  );
  const masks = new Blob([new Uint8Array(34).fill(0xff)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  c.equal(
    (await unpackBlock({ first: 0, counts: [1], packed: [new Uint8Array(await new Response(masks).arrayBuffer())] }))
      .length,
    0,
    "slots that no game has",
  );
});

test("a recording whose WADs nobody has names them", async (c) => {
  const known = (listed: readonly string[], kept: readonly string[]): KnownWads => ({
    list: () => Promise.resolve(listed.map((id) => ({ id, name: "", size: 0, kind: "iwad", maps: [], title: "" }))),
    cached: (id) => Promise.resolve(kept.includes(id)),
  });
  const [game, addOn] = ["a".repeat(64), "b".repeat(64)];
  const file = await withHeader({ params: { wadId: game, pwads: [addOn] }, wads: ["doom2.wad", "sunder.wad"] });
  const opens = async (wads: KnownWads): Promise<string> => {
    try {
      return `${(await fileReplay(file, wads)).head.tics} tics`;
    } catch (e) {
      return e instanceof FileError ? `${e.file}: ${e.message}` : String(e);
    }
  };
  c.equal(await opens(known([game, addOn], [])), "5000 tics", "the host has both");
  c.equal(await opens(known([], [game, addOn])), "5000 tics", "the browser keeps both");
  const says = async (words: readonly string[], wads: KnownWads, check: Check = c): Promise<void> => {
    const said = await opens(wads);
    check.ok(
      words.every((w) => said.includes(w)),
      said,
    );
  };
  await says(["game.dhr: ", "the add-on sunder.wad (SHA-256 bbbbbbbbbbbb…)", "that very file"], known([game], []));
  await says(["the game doom2.wad", "and the add-on sunder.wad", "those very files"], known([], []));
});

/** The file of version 2 with another header. */
async function withHeader(header: object): Promise<File> {
  const good = await bytes("version2.dhr");
  const rest = good.subarray(8 + 5 + new DataView(good.buffer).getUint32(9, true) + 4);
  const text = new TextEncoder().encode(JSON.stringify(header));
  const record = new Uint8Array(5 + text.length + 4);
  record[0] = 1;
  new DataView(record.buffer).setUint32(1, text.length, true);
  record.set(text, 5);
  let crc = ~0;
  for (const b of record.subarray(0, 5 + text.length)) {
    crc ^= b;
    for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  new DataView(record.buffer).setUint32(5 + text.length, ~crc >>> 0, true);
  return new File([good.subarray(0, 8), record, rest], "game.dhr");
}
