import { test } from "./check";
import { h } from "../page/dom";
import { keepPresses } from "../page/press";

/** A page with two buttons, and the mouse on it. */
async function withButtons(
  body: (page: {
    kick: HTMLButtonElement;
    other: HTMLButtonElement;
    clicks: string[];
    mouse(type: "pointerdown" | "pointerup", on: Element, at?: { x?: number; button?: number; touch?: boolean }): void;
    settled(): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const clicks: string[] = [];
  const kick = h("button", { onclick: () => clicks.push("kick") }, h("b", {}, "×"));
  const other = h("button", { onclick: () => clicks.push("other") }, "Start");
  const root = h("div", {}, kick, other);
  document.documentElement.append(root);
  keepPresses(root);
  try {
    await body({
      kick,
      other,
      clicks,
      mouse: (type, on, { x = 10, button = 0, touch = false } = {}) =>
        void on.dispatchEvent(
          new PointerEvent(type, {
            bubbles: true,
            button,
            clientX: x,
            clientY: 10,
            pointerType: touch ? "touch" : "mouse",
          }),
        ),
      settled: () => new Promise((done) => setTimeout(done)),
    });
  } finally {
    root.remove();
  }
}

test("a press counts for the button on which it began", async (c) => {
  await withButtons(async ({ kick, other, clicks, mouse, settled }) => {
    const cross = kick.firstElementChild ?? kick;
    mouse("pointerdown", cross);
    mouse("pointerup", kick);
    await settled();
    c.equal(clicks, [], "where nothing moved, the browser's own click does it");
    mouse("pointerdown", cross);
    mouse("pointerup", other); // which came under the mouse
    await settled();
    c.equal(clicks, ["kick"], "another one came under the mouse");
    mouse("pointerdown", cross);
    mouse(
      "pointerup",
      document.documentElement.contains(kick) && kick.parentElement !== null ? kick.parentElement : kick,
    );
    await settled();
    c.equal(clicks, ["kick", "kick"], "nothing is under the mouse any more");
  });
});

test("a press that its hand takes back does not count", async (c) => {
  await withButtons(async ({ kick, other, clicks, mouse, settled }) => {
    mouse("pointerdown", kick);
    mouse("pointerup", other, { x: 40 });
    mouse("pointerdown", kick, { button: 2 });
    mouse("pointerup", other, { button: 2 });
    mouse("pointerdown", kick, { touch: true });
    mouse("pointerup", other, { touch: true });
    mouse("pointerup", other); // of nothing
    mouse("pointerdown", kick);
    kick.hidden = true;
    mouse("pointerup", other);
    await settled();
    c.equal(clicks, [], "moved away, another button, a finger, no press, gone");
    kick.hidden = false;
    kick.disabled = true;
    mouse("pointerdown", kick);
    mouse("pointerup", other);
    await settled();
    c.equal(clicks, [], "off is off");
  });
});
