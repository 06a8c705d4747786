import { test } from "./check";
import { Marks } from "../worker/marks";

test("states to seek by stand at distances, and every other one goes where they take too much", (c) => {
  const marks = new Marks(100);
  let saved = 0;
  const save = (): Uint8Array => {
    saved++;
    return new Uint8Array(10);
  };
  for (let tic = 1; tic <= 3500; tic++) marks.at(tic, save);
  c.equal(
    [saved, marks.before(349), marks.before(350)?.tic, marks.before(3499)?.tic],
    [10, null, 350, 3150],
    "one every ten seconds",
  );
  for (let tic = 1; tic <= 3500; tic++) marks.at(tic, save);
  c.equal(saved, 10, "none twice");
  for (let tic = 3501; tic <= 35000; tic++) marks.at(tic, save);
  const last = marks.before(35000)?.tic ?? 0;
  const first = marks.before(7000)?.tic ?? 0;
  c.ok(last > 28000 && first > 0, `from ${first} to ${last}`);
  let kept = 0;
  for (let tic = 1; tic <= 35000; tic++) if (marks.before(tic)?.tic === tic) kept++;
  c.ok(kept >= 4 && kept <= 10, `${kept} are kept`);
});
