import { test } from "./check";
import { Resolution } from "../page/resolution";

/** Plays seconds on a machine whose frames cost so many ms at 1×, by area, at a screen's rate. */
function play(r: Resolution, seconds: number, perPixel: number, period: number): number[] {
  const scales = [r.scale];
  for (let ms = 0; ms < seconds * 1000;) {
    const work = perPixel * r.scale ** 2;
    const interval = period * Math.max(1, Math.ceil(work / period));
    ms += interval;
    if (r.frame(interval, work)) scales.push(r.scale);
  }
  return scales;
}

const hz60 = 1000 / 60;

test("a fast machine gets the screen's own lines in the first seconds", (c) => {
  const r = new Resolution();
  r.lines(1080);
  play(r, 3, 0.2, hz60);
  c.equal(r.scale, 5, "1080 lines");
  r.lines(1440);
  play(r, 3, 0.02, hz60);
  c.equal(r.scale, 7, "1440 lines");
  r.lines(600);
  c.equal(r.scale, 3, "a small window");
});

test("the scale is the highest that fits, and stays there", (c) => {
  const r = new Resolution();
  r.lines(2160);
  c.equal(play(r, 120, 0.9, hz60), [2, 3], "at 60 Hz");
  const fast = new Resolution();
  fast.lines(2160);
  c.equal(play(fast, 120, 0.9, 1000 / 144), [2], "at 144 Hz");
});

test("a scale that misses frames is left, and is tried again ever more rarely", (c) => {
  const r = new Resolution();
  r.lines(1080);
  // The GPU takes what no clock of ours sees: above 3× every second refresh is missed.
  const changes: number[] = [];
  let ms = 0;
  while (ms < 300_000) {
    const interval = r.scale > 3 ? 2 * hz60 : hz60;
    ms += interval;
    if (r.frame(interval, 1)) changes.push(r.scale);
  }
  c.equal(r.scale, 3, "in the end");
  c.ok(changes.length < 24, `${changes.length} changes in five minutes`);
});

test("only a machine that misses a third of the refreshes goes below 2×", (c) => {
  const slow = new Resolution();
  slow.lines(1080);
  for (let i = 0; i < 400; i++) slow.frame(i % 5 === 0 ? 2 * hz60 : hz60, 8);
  c.equal(slow.scale, 2, "one in six missed");
  const slower = new Resolution();
  slower.lines(1080);
  play(slower, 5, 0.1, hz60); // the screen's rate is known
  slower.lines(400);
  play(slower, 10, 5, hz60);
  c.equal(slower.scale, 1, "half of them missed");
});

test("a slower screen is no reason for a coarser picture", (c) => {
  const r = new Resolution();
  r.lines(1080);
  play(r, 5, 0.1, 1000 / 144);
  c.equal(r.scale, 5, "at 144 Hz");
  play(r, 20, 0.1, hz60);
  c.equal(r.scale, 5, "moved to a screen of 60 Hz");
});

test("a pause says nothing", (c) => {
  const r = new Resolution();
  r.lines(1080);
  for (let i = 0; i < 200; i++) c.ok(!r.frame(1000, 500), "no change");
  c.equal(r.scale, 2, "scale");
});
