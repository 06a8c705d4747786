import { test } from "./check";
import { keyboard, press } from "./keys";
import { defaultBindings } from "../page/bindings";
import { Gamepads } from "../page/gamepad";
import { Mouse, Wheel } from "../page/mouse";
import { Touch } from "../page/touch";

export interface Pad {
  connected: boolean;
  mapping: string;
  axes: number[];
  buttons: { pressed: boolean }[];
}

/** Puts a gamepad into the browser while body runs; null: there is none. */
export function withPad(body: (put: (pad: Pad | null) => void) => void): void {
  try {
    body((pad) => void Object.defineProperty(navigator, "getGamepads", { value: () => [pad], configurable: true }));
  } finally {
    delete (navigator as unknown as Record<string, unknown>).getGamepads;
  }
}

export const pad = (axes: number[], ...pressed: number[]): Pad => ({
  connected: true,
  mapping: "standard",
  axes,
  buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: pressed.includes(i) })),
});

function gamepads(): { log: string[]; pads: Gamepads } {
  const log: string[] = [];
  const pads = new Gamepads(defaultBindings, {
    action: (a, down) => log.push(`${down ? "+" : "-"}${a}`),
    stick: (...v) => log.push(v.map((n) => n + 0).join()),
    menu: () => log.push("menu"),
    map: () => log.push("map"),
  });
  pads.listen(true);
  return { log, pads };
}

const fire = 7;
const start = 9;

test("a gamepad that goes away lets go", (c) => {
  withPad((put) => {
    const { log, pads } = gamepads();
    put(pad([0, -1, 0, 0], fire));
    pads.poll();
    put(null);
    pads.poll();
    pads.poll();
    c.equal(log, ["1,0,0", "+attack", "-attack", "0,0,0"], "released once");
    put(pad([0, 0, 0, 0], fire));
    pads.poll();
    c.equal(log.slice(4), ["+attack"], "it is back");
  });
});

test("a gamepad does not play while a menu is open, but its button closes it", (c) => {
  withPad((put) => {
    const { log, pads } = gamepads();
    put(pad([1, 0, 0, 0], fire));
    pads.poll();
    pads.listen(false);
    c.equal(log.splice(0), ["0,1,0", "+attack", "-attack", "0,0,0"], "released by the menu");
    pads.poll();
    put(pad([1, 0, 0, 0], fire, 8, start));
    pads.poll();
    c.equal(log.splice(0), ["menu"], "only the menu's button");
    pads.listen(true);
    put(pad([0, 0, 0, 0], fire));
    pads.poll();
    c.equal(log, [], "what was held all the time is not pressed anew");
    put(pad([0, 0, 0, 0]));
    pads.poll();
    put(pad([0, 0, 0, 0], fire));
    pads.poll();
    c.equal(log, ["+attack"], "pressed anew");
  });
});

test("keys that went up while Cmd was held are released with it", (c) => {
  const { log, keys } = keyboard();
  keys.listen("game");
  log.length = 0;
  press(window, "keydown", "KeyW");
  press(window, "keydown", "MetaLeft", { key: "Meta", metaKey: true });
  press(window, "keyup", "MetaLeft", { key: "Meta" });
  c.equal(log, ["+forward", "release"], "Mac");
  keys.listen("none");
});

test("a recorded game leaves its bar's keys to the browser", (c) => {
  const { log, keys } = keyboard();
  keys.listen("playback");
  log.length = 0;
  const [button, range] = [document.createElement("button"), document.createElement("input")];
  range.type = "range";
  document.body.append(button, range);
  c.ok(!press(document.body, "keydown", "Tab").defaultPrevented, "Tab goes on to the next control");
  c.ok(!press(button, "keydown", "Space").defaultPrevented, "a button's Space");
  c.ok(!press(button, "keydown", "Enter").defaultPrevented, "a button's Enter");
  c.ok(!press(range, "keydown", "ArrowLeft").defaultPrevented, "a slider's arrow");
  c.ok(!press(document.body, "keydown", "KeyW").defaultPrevented, "nobody walks");
  c.equal(log, [], "the game has none of them");
  c.ok(press(document.body, "keydown", "Space").defaultPrevented, "Space on the picture");
  press(document.body, "keydown", "ArrowRight");
  press(button, "keydown", "ArrowLeft");
  press(button, "keydown", "KeyM");
  press(range, "keydown", "Escape");
  c.equal(log, ["toggle", "ahead", "back", "map 0", "menu"], "the recording's own");
  keys.listen("none");
  button.remove();
  range.remove();
});

const spin = (deltaY: number, deltaMode = 0, deltaX = 0): Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode"> => ({
  deltaX,
  deltaY,
  deltaMode,
});

test("a wheel's notch is a step, whatever it counts in", (c) => {
  for (const [what, event] of [
    ["pixels", spin(100)],
    ["more pixels", spin(120)],
    ["lines", spin(3, 1)],
    ["pages", spin(1, 2)],
  ] as const) {
    const wheel = new Wheel();
    c.equal(
      [0, 60, 120, 180].map((at) => wheel.scroll(event, at)),
      [1, 1, 1, 1],
      what,
    );
  }
  const slow = new Wheel();
  c.equal(
    [0, 400, 800].map((at) => slow.scroll(spin(-53), at)),
    [-1, -1, -1],
    "slow and small notches",
  );
  c.equal(new Wheel().scroll(spin(0, 0, -100), 0), -1, "sideways, with Shift held");
});

test("a touch pad's swipe is a few steps", (c) => {
  const wheel = new Wheel();
  const steps = Array.from({ length: 30 }, (_, i) => wheel.scroll(spin(10), i * 16));
  c.equal(
    [steps[0], steps.filter((s) => s === 1).length, steps.filter((s) => s === -1).length],
    [1, 3, 0],
    "300 pixels",
  );
  c.equal(wheel.scroll(spin(-10), 30 * 16), -1, "the other way at once");
  const rest = new Wheel();
  c.equal(
    [rest.scroll(spin(0), 0), rest.scroll(spin(1), 20), rest.scroll(spin(-1), 40)],
    [0, 0, 0],
    "a finger that rests",
  );
});

test("a lock that comes when nobody wants it any more is given back", (c) => {
  const target = document.createElement("div");
  let lost = 0;
  const mouse = new Mouse(target, defaultBindings, {
    move: () => undefined,
    action: () => undefined,
    lost: () => lost++,
  });
  let grant = (): void => undefined;
  let exits = 0;
  const lockedTo = (el: Element | null): void => {
    Object.defineProperty(document, "pointerLockElement", { value: el, configurable: true });
    document.dispatchEvent(new Event("pointerlockchange"));
  };
  const exit = document.exitPointerLock.bind(document);
  document.exitPointerLock = () => exits++;
  target.requestPointerLock = () => {
    grant = () => lockedTo(target);
    return Promise.resolve();
  };
  void mouse.lock();
  grant();
  c.equal(exits, 0, "wanted");
  mouse.unlock();
  c.equal(exits, 1, "the game is over");
  lockedTo(null);
  void mouse.lock();
  mouse.unlock(); // before it was granted
  grant();
  c.equal(exits, 2, "granted too late");
  c.equal(lost, 1, "lost once");
  document.exitPointerLock = exit;
  delete (document as unknown as Record<string, unknown>).pointerLockElement;
});

test("the layer for fingers goes with a mouse's click and comes with a touch", (c) => {
  const log: string[] = [];
  const touch = new Touch({
    stick: (...v) => log.push(v.map((n) => n + 0).join()),
    turn: () => undefined,
    action: () => undefined,
    menu: () => undefined,
    map: () => undefined,
    chat: () => log.push("chat"),
    mouse: () => log.push("mouse"),
  });
  document.body.append(touch.element);
  const field = touch.element.querySelector(".touch-field");
  dispatchEvent(new Event("touchstart"));
  c.ok(touch.shown, "a touch anywhere");
  field?.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "mouse" }));
  c.ok(!touch.shown, "the mouse's click");
  dispatchEvent(new Event("touchstart"));
  c.ok(touch.shown, "another touch");
  touch.update(true);
  touch.element.querySelector<HTMLElement>(".touch-chat")?.click();
  c.equal(log, ["mouse", "chat"], "told");
  touch.update(false);
  c.ok(touch.element.querySelector<HTMLElement>(".touch-chat")?.hidden === true, "nobody to talk to");
  touch.element.remove();
});
