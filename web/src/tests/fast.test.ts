import { test } from "./check";
import { FastEnd } from "../worker/fast";

const hex = (b: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(b), (v) => v.toString(16).padStart(2, "0")).join("");
const bytes = (s: string): Uint8Array<ArrayBuffer> => Uint8Array.from(s.match(/../g) ?? [], (v) => parseInt(v, 16));
const bundle = (tic: number): string => (tic & 255).toString(16).padStart(2, "0").repeat(34);

/** A message of the host's. */
function host(wants: number, first: number, ...tics: number[]): ArrayBuffer {
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, wants, true);
  new DataView(head.buffer).setUint32(4, first, true);
  return bytes(hex(head) + tics.map(bundle).join("")).buffer;
}

const tics = (bundles: ArrayBuffer[]): number[] => bundles.map((b) => new DataView(b).getUint32(0, true));

test("fast: the bytes of a message", (c) => {
  const end = new FastEnd(258);
  end.put(258, bytes("0102030405060708"));
  end.put(259, bytes("090a0b0c0d0e0f10"));
  c.equal(hex(end.message(0)), "02010000020100000102030405060708090a0b0c0d0e0f10", "two ticcmds");
});

test("fast: every bundle comes once, in order, none left out", (c) => {
  const end = new FastEnd(3);
  c.equal(tics(end.receive(host(3, 3, 3, 4))), [3, 4], "new ones");
  c.equal(tics(end.receive(host(3, 3, 3, 4, 5))), [5], "repeated ones");
  c.equal(tics(end.receive(host(3, 7, 7))), [], "one too far ahead");
  c.equal(tics(end.receive(host(3, 2, 2, 3))), [], "an old message");
  const [first] = end.receive(host(3, 6, 6));
  c.equal(first === undefined ? "" : hex(first), `06000000${bundle(6)}`, "a bundle with its number");
  c.equal(hex(end.message(0)).slice(0, 8), "07000000", "what is wanted next");
});

test("fast: ticcmds are repeated until they are confirmed", (c) => {
  const end = new FastEnd(0);
  for (let tic = 0; tic < 5; tic++) end.put(tic, bytes(`0${tic}00000000000000`));
  c.equal(end.message(0).length, 8 + 5 * 8, "all of them");
  end.receive(host(2, 0));
  c.equal(end.message(0).length, 8 + 3 * 8, "without what the host has");
  end.confirm(4);
  c.equal(end.message(0).length, 8 + 8, "without what is sealed");
  end.put(9, bytes("0900000000000000"));
  c.equal(hex(end.message(0)), "00000000090000000900000000000000", "tics that were left out make the older ones void");
});

test("fast: when something is due by itself", (c) => {
  const end = new FastEnd(0);
  c.ok(end.deadline === -Infinity, "the first message, at once");
  end.message(100);
  c.ok(end.deadline === Infinity, "nothing");
  end.receive(host(0, 0, 0));
  c.equal(end.deadline, 140, "a confirmation");
  end.message(150);
  end.put(1, bytes("0100000000000000"));
  c.equal(end.deadline, 164, "an unconfirmed ticcmd");
});

test("fast: what is no message changes nothing", (c) => {
  const end = new FastEnd(5);
  end.put(5, bytes("0500000000000000"));
  for (const bad of [
    "",
    "00",
    "0000000000000000ff",
    hex(host(99, 5, 5)),
    hex(host(0, 0, ...new Array<number>(33).fill(1))),
  ]) {
    c.equal(tics(end.receive(bytes(bad).buffer)), [], bad);
  }
  c.equal(hex(end.message(0)), "05000000050000000500000000000000", "as before");
});
