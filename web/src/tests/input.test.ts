import { test } from "./check";
import { keyboard, press } from "./keys";
import { defaultBindings } from "../page/bindings";
import { Gamepads } from "../page/gamepad";
import { clamped } from "../page/mouse";
import { loadOptions, saveOptions, defaultOptions } from "../page/options";

test("keys are known by their place", (c) => {
  const { log, keys } = keyboard("game");
  press(window, "keydown", "KeyW", { key: "z" }); // as on a French keyboard
  press(window, "keydown", "KeyW", { key: "z", repeat: true });
  press(window, "keyup", "KeyW", { key: "z" });
  c.equal(log, ["+forward", "-forward"], "once down, once up");
  keys.listen("none");
});

test("an action lasts while one of its keys is held", (c) => {
  const { log, keys } = keyboard("game");
  press(window, "keydown", "KeyW");
  press(window, "keydown", "ArrowUp");
  press(window, "keyup", "KeyW");
  c.ok(!log.includes("-forward"), "still held");
  press(window, "keyup", "ArrowUp");
  c.ok(log.includes("-forward"), "let go");
  keys.listen("none");
});

test("losing the focus releases all keys", (c) => {
  const { log, keys } = keyboard("game");
  press(window, "keydown", "KeyW");
  dispatchEvent(new Event("blur"));
  press(window, "keyup", "KeyW");
  c.equal(log, ["+forward", "release"], "released by the blur alone");
  keys.listen("none");
});

test("the browser's own combinations stay the browser's", (c) => {
  const { log, keys } = keyboard("game");
  c.ok(!press(window, "keydown", "KeyW", { ctrlKey: true }).defaultPrevented, "Ctrl and W");
  c.ok(!press(window, "keydown", "KeyS", { metaKey: true }).defaultPrevented, "Cmd and S");
  c.equal(log, [], "nothing pressed");
  c.ok(!Object.keys(defaultBindings).some((k) => k.startsWith("Control")), "Ctrl stands for nothing by default");
  keys.listen("none");
});

test("no key counts while a menu is open", (c) => {
  const { log, keys } = keyboard("game");
  keys.listen("none");
  log.length = 0;
  press(window, "keydown", "KeyW");
  press(window, "keydown", "Escape");
  c.equal(log, [], "silence");
});

test("the map's keys mean something while it is shown", (c) => {
  const { log, keys } = keyboard("game");
  press(window, "keydown", "KeyG");
  press(window, "keydown", "Tab");
  keys.mapShown = true;
  press(window, "keydown", "KeyG");
  press(window, "keydown", "Equal");
  press(window, "keyup", "Equal");
  c.equal(log, ["map 0", "grid 0", "zoom 1", "zoom 0"], "map");
  keys.listen("none");
});

test("a mouse that jumps goes as far as a hand can throw it", (c) => {
  c.equal([clamped(3), clamped(-120), clamped(0)], [3, -120, 0], "a hand");
  c.equal([clamped(501), clamped(-20_000)], [500, -500], "a jump");
});

test("settings survive, and nonsense in the store doesn't", (c) => {
  try {
    localStorage.setItem("doomhost.options", '{"mouseSpeed":"fast","scale":2,"keys":{"KeyQ":"forward","KeyR":"fly"}}');
  } catch {
    return; // a page without a store
  }
  const o = loadOptions();
  c.equal([o.mouseSpeed, o.scale], [defaultOptions.mouseSpeed, 2], "what is of the right type");
  c.equal(
    [o.bindings.KeyQ, o.bindings.KeyR, o.bindings.KeyW, o.bindings.Mouse1],
    ["forward", undefined, undefined, "attack"],
    "keys alone, as an older doomhost kept them",
  );
  saveOptions({ ...o, gamma: 3 });
  c.equal(loadOptions().gamma, 3, "saved");
  localStorage.removeItem("doomhost.options");
});

test("a page without gamepads does without", (c) => {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, "getGamepads");
  const log: string[] = [];
  const pads = new Gamepads(defaultBindings, {
    action: (a, down) => log.push(`${down ? "+" : "-"}${a}`),
    stick: (...v) => log.push(v.join()),
    menu: () => log.push("menu"),
    map: () => log.push("map"),
  });
  pads.listen(true);
  const put = (value: unknown): void =>
    void Object.defineProperty(navigator, "getGamepads", { value, configurable: true });
  put(undefined);
  pads.poll();
  put(() => {
    throw new DOMException("not here", "SecurityError");
  });
  pads.poll();
  c.equal(log, [], "nothing happens");
  const pad = {
    connected: true,
    mapping: "standard",
    axes: [0.05, -1, 0.5, 0],
    buttons: [{ pressed: true }, { pressed: false }],
  };
  put(() => [null, pad]);
  pads.poll();
  pad.axes = [0, 0, 0, 0];
  pad.buttons = [{ pressed: false }, { pressed: false }];
  pads.poll();
  pads.poll();
  c.equal(log, ["1,0,0.5", "+use", "0,0,0", "-use"], "sticks and buttons");
  if (own !== undefined) delete (navigator as unknown as Record<string, unknown>).getGamepads;
});
