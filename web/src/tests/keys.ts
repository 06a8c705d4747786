// What tests press keys with.

import { Keyboard, type Listening } from "../page/keyboard";
import { defaultBindings } from "../page/bindings";

/** A keyboard that notes what it tells, and listens for something from the start where that is given. */
export function keyboard(to?: Listening): { log: string[]; keys: Keyboard } {
  const log: string[] = [];
  const keys = new Keyboard(defaultBindings, {
    action: (a, down) => log.push(`${down ? "+" : "-"}${a}`),
    screen: (what, value) => log.push(`${what} ${value}`),
    releaseAll: () => log.push("release"),
    menu: () => log.push("menu"),
    chat: () => log.push("chat"),
    pause: () => log.push("pause"),
    playback: (what) => log.push(what),
  });
  if (to !== undefined) keys.listen(to);
  log.length = 0;
  return { log, keys };
}

export function press(
  target: EventTarget,
  type: "keydown" | "keyup",
  code: string,
  more: KeyboardEventInit = {},
): KeyboardEvent {
  const e = new KeyboardEvent(type, { code, cancelable: true, bubbles: true, ...more });
  target.dispatchEvent(e);
  return e;
}
