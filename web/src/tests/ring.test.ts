import { test } from "./check";
import { Ring } from "../worklet/ring";

/** Stereo samples that count up from n: left as it is, right negative. */
function count(n: number, length: number): Int16Array {
  return Int16Array.from({ length: 2 * length }, (_, i) => (i % 2 === 0 ? n + (i >> 1) : -n - (i >> 1)));
}

function read(ring: Ring, length: number): number[][] {
  const left = new Float32Array(length).fill(1);
  const right = new Float32Array(length).fill(1);
  ring.read(left, right);
  return [left, right].map((channel) => [...channel].map((v) => Math.round(v * 32768)));
}

test("a ring gives the samples in their order, round and round", (c) => {
  const ring = new Ring(10);
  for (let n = 1; n < 100; n += 7) {
    ring.write(count(n, 7));
    c.equal(ring.waiting, 7, "waiting");
    const [left, right] = read(ring, 7);
    c.equal(
      left,
      [0, 1, 2, 3, 4, 5, 6].map((i) => n + i),
      "left",
    );
    c.equal(
      right,
      [0, 1, 2, 3, 4, 5, 6].map((i) => -n - i),
      "right",
    );
  }
  c.equal([ring.missing, ring.gaps], [0, 0], "missing");
});

test("a ring is silent where samples are late, and counts that once more come", (c) => {
  const ring = new Ring(100);
  c.equal(
    read(ring, 4),
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
    "before the first sample",
  );
  ring.write(count(1, 2));
  c.equal(read(ring, 4)[0], [1, 2, 0, 0], "the end");
  read(ring, 4);
  c.equal([ring.missing, ring.gaps], [0, 0], "an end is no gap");
  ring.write(count(3, 1));
  c.equal([ring.missing, ring.gaps], [6, 1], "a gap");
  read(ring, 4);
  ring.clear();
  read(ring, 4);
  ring.write(count(1, 4));
  c.equal([ring.missing, ring.gaps], [6, 1], "what was cleared left no gap");
  c.equal(read(ring, 4)[0], [1, 2, 3, 4], "after it was cleared");
});

test("a ring that is full keeps what it has", (c) => {
  const ring = new Ring(4);
  ring.write(count(1, 3));
  ring.write(count(4, 3));
  c.equal([ring.waiting, ring.received], [4, 6], "waiting and received");
  c.equal(read(ring, 5)[0], [1, 2, 3, 4, 0], "what is read");
});
