import { test, type Check } from "./check";
import { pad, withPad } from "./hands.test";
import { press } from "./keys";
import {
  bind,
  codeName,
  codesOf,
  codeTaken,
  defaultBindings,
  parseBindings,
  readLayout,
  unbind,
  type Bindings,
} from "../page/bindings";
import { BindingForm } from "../page/bindingform";
import { Gamepads } from "../page/gamepad";
import { Mouse } from "../page/mouse";
import type { Action } from "../shared/actions";

interface Form {
  readonly bindings: () => Bindings;
  readonly note: () => string;
  readonly texts: (action: Action) => string[];
  readonly choose: (action: Action, slot: number) => HTMLButtonElement;
  readonly button: (text: string) => HTMLButtonElement;
}

/** A form on the page while body runs. */
async function withForm(device: "hand" | "pad", body: (f: Form) => void | Promise<void>): Promise<void> {
  let bindings = defaultBindings;
  const form = new BindingForm(device, bindings, (b) => (bindings = b));
  document.body.append(form.element);
  const keys = (action: Action): HTMLButtonElement[] => [
    ...form.element.querySelectorAll<HTMLButtonElement>(`[data-action="${action}"] .key`),
  ];
  try {
    await body({
      bindings: () => bindings,
      note: () => form.element.querySelector(".key-note span")?.textContent ?? "",
      texts: (action) => keys(action).map((b) => b.textContent ?? ""),
      choose: (action, slot) => {
        const key = keys(action)[slot];
        if (key === undefined) throw new Error(`${action} has no slot ${slot}`);
        key.click();
        return key;
      },
      button: (text) => {
        const found = [...form.element.querySelectorAll("button")].find(
          (b) => b.textContent === text || b.getAttribute("aria-label") === text,
        );
        if (found === undefined) throw new Error(`no button ${text}`);
        return found;
      },
    });
  } finally {
    form.element.remove();
  }
}

const key = (code: string): KeyboardEvent => press(window, "keydown", code);

function mouseDown(button: number): Event[] {
  const at = { bubbles: true, cancelable: true, button, pointerType: "mouse" };
  const events = [
    new PointerEvent("pointerdown", at),
    new MouseEvent("mousedown", at),
    new PointerEvent("pointerup", at),
    new MouseEvent("mouseup", at),
    new MouseEvent(button === 0 ? "click" : "auxclick", at),
  ];
  for (const e of events) document.body.dispatchEvent(e);
  return events;
}

test("one of two keys changes and the other stays", async (c) => {
  await withForm("hand", (f) => {
    c.equal(f.texts("forward"), ["W", "↑"], "before");
    f.choose("forward", 0);
    key("KeyI");
    c.equal(f.texts("forward"), ["I", "↑"], "the first");
    f.choose("forward", 1);
    key("KeyO");
    c.equal(f.texts("forward"), ["I", "O"], "the second");
    c.equal(f.note(), "O is Forward now.", "a word");
    f.button("Clear I").click();
    c.equal(f.texts("forward"), ["O", "none"], "one is cleared");
    c.equal(f.note(), "I was Forward; Forward has O left.", "what is left");
    f.choose("forward", 1);
    key("KeyL");
    c.equal(codesOf(f.bindings(), "forward", "hand"), ["KeyO", "KeyL"], "an empty slot takes a key");
    f.button("Back to the usual keys").click();
    c.equal(f.bindings(), defaultBindings, "reset");
    f.button("Undo").click();
    c.equal(codesOf(f.bindings(), "forward", "hand"), ["KeyO", "KeyL"], "and back");
  });
});

test("a key that another action loses is told, and comes back", async (c) => {
  await withForm("hand", (f) => {
    f.choose("use", 0);
    key("KeyF");
    c.equal(f.note(), "F is Use, open now. F was Fire; Fire has Mouse 1 (left), R2 left.", "told");
    c.equal([f.bindings().KeyF, f.bindings().Space, f.bindings().KeyE], ["use", undefined, "use"], "taken");
    f.button("Undo").click();
    c.equal(f.bindings(), defaultBindings, "undone");
    f.choose("nextWeapon", 0);
    key("Digit3");
    c.ok(f.note().includes("3 was Weapon 3; Weapon 3 has nothing left."), f.note());
    f.choose("use", 0);
    key("KeyG");
    c.ok(f.note().includes("While the map is shown, G shows the grid."), f.note());
    f.choose("use", 0);
    key("KeyE");
    c.equal(f.note(), "E is Use, open already.", "the same action's other key");
    c.equal(f.texts("use"), ["G", "E", "Mouse 2 (right)"], "nothing lost");
  });
});

test("mouse buttons and the wheel are bound, and the press means nothing else", async (c) => {
  await withForm("hand", async (f) => {
    const codes = ["Mouse1", "Mouse3", "Mouse2", "Mouse4", "Mouse5", "Mouse6"];
    for (const [button, code] of codes.entries()) {
      f.choose("run", 0);
      const events = mouseDown(button);
      await new Promise((over) => setTimeout(over)); // a click elsewhere comes later
      c.equal(f.bindings()[code], "run", code);
      c.ok(
        events.filter((e) => e.type !== "pointerup").every((e) => e.defaultPrevented),
        `${code} does nothing else`,
      );
    }
    c.equal(codeName("Mouse6"), "Mouse 6", "more buttons than most mice have");
    f.choose("attack", 0);
    window.dispatchEvent(new WheelEvent("wheel", { deltaY: -120, cancelable: true }));
    c.equal(f.bindings().WheelUp, "attack", "the wheel");
    c.ok(f.note().includes("Wheel up was Previous weapon; Previous weapon has Z, L1 left."), f.note());
    f.choose("attack", 0);
    document.body.dispatchEvent(
      new PointerEvent("pointerdown", { bubbles: true, cancelable: true, pointerType: "touch" }),
    );
    c.equal(f.bindings().Mouse1, undefined, "a finger is no mouse button");
  });
});

test("keys that have a meaning of their own are refused in words", async (c) => {
  await withForm("hand", (f) => {
    for (const code of [
      "KeyT",
      "Enter",
      "KeyP",
      "Pause",
      "Tab",
      "Escape",
      "",
      "ControlLeft",
      "MetaRight",
      "F5",
      "F11",
      "BrowserBack",
    ]) {
      c.ok(codeTaken(code) !== "", `${code} is taken`);
      f.choose("attack", 0);
      c.ok(f.note().startsWith("Press a key or a mouse button"), `${code}: what to do`);
      c.ok(key(code).defaultPrevented, `${code} does nothing else`);
      c.equal(f.bindings(), defaultBindings, `${code} stands for nothing new`);
      c.ok(f.note() !== "" && !f.note().startsWith("Press"), `${code}: a word about it`);
    }
    const waiting = f.choose("attack", 0);
    waiting.blur();
    c.equal(f.texts("attack"), ["F", "Mouse 1 (left)"], "who goes elsewhere changes nothing");
    key("KeyK");
    c.equal(f.bindings(), defaultBindings, "nobody waits any more");
  });
});

test("a gamepad's button is bound by pressing it", async (c) => {
  let showPad: (p: ReturnType<typeof pad> | null) => void = () => undefined;
  await withForm("pad", async (f) => {
    const until = async (done: () => boolean): Promise<void> => {
      for (let i = 0; i < 500 && !done(); i++) await new Promise((next) => setTimeout(next, 10));
    };
    Object.defineProperty(navigator, "getGamepads", { value: () => [pad([0, 0, 0, 0], 3)], configurable: true });
    showPad = (p) => void Object.defineProperty(navigator, "getGamepads", { value: () => [p], configurable: true });
    f.choose("attack", 0); // the fourth button is held already: it is none of it
    showPad(pad([0, 0, 0, 0], 3, 1));
    await until(() => f.bindings().Pad1 === "attack");
    c.equal(
      [f.bindings().Pad1, f.bindings().Pad3, f.bindings().Pad7, f.bindings().Mouse1],
      ["attack", undefined, undefined, "attack"],
      "the button alone",
    );
    showPad(pad([0, 0, 0, 0]));
    f.choose("attack", 0);
    showPad(pad([0, 0, 0, 0], 9));
    await until(() => f.note().includes("opens the menu"));
    c.equal(f.note(), "Start opens the menu: please choose another button.", "refused");
    delete (navigator as unknown as Record<string, unknown>).getGamepads;
  });
});

test("bindings are what mouse and gamepad go by", (c) => {
  const log: string[] = [];
  const action = (a: Action, down: boolean): number => log.push(`${down ? "+" : "-"}${a}`);
  const target = document.createElement("div");
  document.body.append(target);
  const mouse = new Mouse(
    target,
    bind(bind(unbind(defaultBindings, "WheelUp"), "use", "", "Mouse4"), "use", "", "Mouse5"),
    { move: () => undefined, action, lost: () => undefined },
  );
  Object.defineProperty(document, "pointerLockElement", { value: target, configurable: true });
  const button = (type: string, b: number): void =>
    void target.dispatchEvent(new MouseEvent(type, { button: b, bubbles: true, cancelable: true }));
  button("mousedown", 3);
  button("mousedown", 4);
  button("mouseup", 3);
  c.equal(log, ["+use", "+use"], "held by the fifth still");
  button("mouseup", 4);
  target.dispatchEvent(new WheelEvent("wheel", { deltaY: -120, cancelable: true }));
  c.equal(log, ["+use", "+use", "-use"], "the wheel stands for nothing");
  button("mousedown", 0);
  mouse.bind(defaultBindings);
  c.equal(log.slice(3), ["+attack", "-attack"], "what was held is let go");
  delete (document as unknown as Record<string, unknown>).pointerLockElement;
  target.remove();

  withPad((put) => {
    log.length = 0;
    const pads = new Gamepads(bind(defaultBindings, "attack", "Pad7", "Pad3"), {
      action,
      stick: () => undefined,
      menu: () => undefined,
      map: () => undefined,
    });
    pads.listen(true);
    put(pad([0, 0, 0, 0], 7));
    pads.poll();
    put(pad([0, 0, 0, 0], 3));
    pads.poll();
    c.equal(log, ["+attack"], "the other button");
  });
});

test("keys have names, by their print where the browser tells", async (c) => {
  const names = (c1: Check, want: string[]): void =>
    c1.equal(["KeyW", "Digit1", "ArrowUp", "ShiftLeft", "Numpad4", "Quote"].map(codeName), want, "names");
  names(c, ["W", "1", "↑", "Shift left", "Keypad 4", "'"]);
  const fake = (map: Map<string, string>): void =>
    void Object.defineProperty(navigator, "keyboard", {
      value: { getLayoutMap: () => Promise.resolve(map) },
      configurable: true,
    });
  fake(
    new Map([
      ["KeyW", "z"],
      ["Digit1", "&"],
      ["Quote", "ù"],
    ]),
  );
  await readLayout();
  names(c, ["Z", "&", "↑", "Shift left", "Keypad 4", "Ù"]);
  fake(new Map());
  await readLayout();
  delete (navigator as unknown as Record<string, unknown>).keyboard;
  c.equal(parseBindings({ bindings: { KeyQ: "fly", KeyR: "none", KeyY: "use" } }), { KeyY: "use" }, "nonsense");
  c.equal(parseBindings({}), defaultBindings, "nothing");
});
