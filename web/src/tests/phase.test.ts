import { test } from "./check";
import { Phase } from "../worker/phase";
import { ticMillis } from "../shared/wire";

test("the picture moves evenly though tics come unevenly", (c) => {
  const phase = new Phase();
  let worst = 0;
  let before = 0;
  let shown = 0;
  let tics = 0;
  let next = 1000;
  for (let now = 1000; now < 9000; now += 4) {
    if (now >= next) {
      phase.tic(now);
      tics++;
      next = 1000 + tics * ticMillis + (tics % 2) * 6; // every other one 6 ms late
    }
    const place = tics - 1 + phase.alpha(now);
    if (now > 3000) {
      worst = Math.max(worst, Math.abs(place - before - 4 / ticMillis));
      c.ok(place >= before, `it went back at ${now}`);
    }
    before = place;
    shown = place;
  }
  c.ok(worst < 0.25, `a step differs by ${worst} tics`);
  c.ok(Math.abs(shown - tics) < 1.5, "it keeps up");
});

test("after a stall the picture goes on at once", (c) => {
  const phase = new Phase();
  phase.tic(0);
  phase.tic(5000);
  c.equal(phase.alpha(5000), 0, "a new beginning");
  c.equal(phase.alpha(6000), 1, "no further than the last tic");
});
