import { test } from "./check";
import { DropZone, sortFiles } from "../page/dropzone";

test("dropped files go to who takes their kind", (c) => {
  const files = ["a.dhr", "B.WAD", "c.txt", "d.dhr", "folder"].map((name) => ({ name }));
  const { accepted, refused } = sortFiles(files, [[".wad", ".zip"], [".dhr"]]);
  c.equal(
    accepted.map((t) => [t.taker, t.files.map((f) => f.name)]),
    [
      [1, ["a.dhr", "d.dhr"]],
      [0, ["B.WAD"]],
    ],
    "accepted",
  );
  c.equal(
    refused.map((f) => f.name),
    ["c.txt", "folder"],
    "refused",
  );
  c.equal(sortFiles(files, []).refused.length, files.length, "nobody takes any");
});

function drag(type: string, target: EventTarget, ...names: string[]): DragEvent {
  const data = new DataTransfer();
  for (const name of names) data.items.add(new File(["x"], name));
  const e = new DragEvent(type, { dataTransfer: data, cancelable: true });
  target.dispatchEvent(e);
  return e;
}

test("what is dropped stays in the page, is told where nobody takes it, and waits for its time", (c) => {
  const target = new EventTarget();
  let open = true;
  const said: string[] = [];
  const zone = new DropZone(
    () => open,
    (name, why) => said.push(`${name}: ${why}`),
  );
  zone.listen(target);
  const stop = zone.register([".dhr", ".lmp"], (files) => said.push(`recordings ${files.map((f) => f.name).join()}`));
  const unregister = zone.register([".wad"], (files) => said.push(`wads ${files.map((f) => f.name).join()}`));
  c.ok(drag("dragover", target, "x.dhr").defaultPrevented && !zone.element.hidden, "it says where to drop");
  c.equal(zone.element.textContent, "Drop it here: .dhr, .lmp or .wad", "and what");
  drag("dragleave", target, "x.dhr");
  c.ok(zone.element.hidden, "until the file is out of the window");
  c.ok(drag("drop", target, "x.dhr", "y.wad", "z.png").defaultPrevented, "the browser does not open it");
  c.equal(
    said.splice(0),
    ["z.png: This page takes .dhr, .lmp or .wad.", "recordings x.dhr", "wads y.wad"],
    "each to its own",
  );
  const quiet = zone.register(
    [".wad"],
    () => said.push("who can"),
    () => false,
  );
  drag("dragover", target, "y.wad");
  c.equal(zone.element.textContent, "Drop it here: .dhr, .lmp or .wad", "one who takes them is named still");
  unregister();
  drag("dragover", target, "y.wad");
  c.equal(zone.element.textContent, "Drop it here: .dhr or .lmp", "what is not offered is not named");
  drag("drop", target, "y.wad");
  c.equal(said.splice(0), ["who can"], "and yet answered");
  quiet();
  drag("drop", target, "y.wad");
  c.equal(said.splice(0), ["y.wad: This page takes .dhr or .lmp."], "who does not take them any more");
  open = false;
  c.ok(drag("dragover", target, "x.dhr").defaultPrevented && zone.element.hidden, "not at present");
  c.ok(drag("drop", target, "x.dhr").defaultPrevented, "and yet the browser does not open it");
  stop();
  c.equal(said, [], "nobody was told");
  c.ok(!drag("drop", target).defaultPrevented, "text that is dragged is left alone");
});
