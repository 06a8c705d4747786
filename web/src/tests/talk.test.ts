import { test } from "./check";
import { Chat } from "../page/chat";
import { GameMenu } from "../page/gamemenu";
import { defaultOptions } from "../page/options";
import { ChatInput } from "../page/chatinput";
import { firstScreen, type ChatLine, type GameState } from "../page/state";
import type { NetStats } from "../shared/messages";

/** What the engine gets of the line. */
function engine(): { typed: (c: number) => void; text: (text: string) => void; line: () => string; log: string[] } {
  let line = "";
  const log: string[] = [];
  return {
    typed: (c) => log.push(c === 13 ? line : c === 27 ? "given up" : `unexpected ${c}`),
    text: (text) => (line = text),
    line: () => line,
    log,
  };
}

function sayLine(): {
  engine: ReturnType<typeof engine>;
  say: ChatInput;
  put: (text: string, more?: InputEventInit) => void;
} {
  const e = engine();
  const say = new ChatInput({
    text: e.text,
    type: e.typed,
    line: (text) => e.log.push(text),
    closed: () => e.log.push("closed"),
  });
  document.body.append(say.element);
  say.show(true);
  return {
    engine: e,
    say,
    put: (text, more = {}) => {
      say.element.value = text;
      say.element.dispatchEvent(new InputEvent("input", more));
    },
  };
}

function key(el: Element, key: string, more: KeyboardEventInit = {}): void {
  el.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true, ...more }));
}

test("what an input method puts together arrives once", (c) => {
  const { engine: e, say, put } = sayLine();
  for (const text of ["h", "he", "hel", "hell", "hello"]) put(text, { data: text, isComposing: true });
  key(say.element, "Enter", { isComposing: true });
  c.equal([e.line(), e.log], ["hello", []], "Enter ends the composition only");
  put("hello you", { data: null, inputType: "insertFromPaste" });
  c.equal(e.line(), "hello you", "pasted");
  put("", { inputType: "deleteContentBackward" });
  c.equal(e.line(), "", "all erased at once");
  put("ok");
  key(say.element, "Backspace");
  c.equal(e.line(), "ok", "the field says what a key erases, not the key");
  key(say.element, "Enter", { code: "" });
  c.equal(e.log, ["ok", "ok", "closed"], "a keyboard on the glass has no codes");
  say.show(false);
  say.element.remove();
});

test("a line that a menu covers is given up", (c) => {
  const { engine: e, say, put } = sayLine();
  put("half");
  say.show(false);
  c.equal(e.log, ["given up"], "by the menu");
  say.show(true);
  c.equal(say.element.value, "", "begins anew");
  say.cancel();
  say.cancel();
  c.equal(e.log, ["given up", "given up", "closed"], "once");
  say.element.remove();
});

const said = (n: number): ChatLine[] =>
  Array.from({ length: n }, (_, i) => ({ slot: i % 4, name: "Ada", text: `line ${i}` }));

test("new lines are appended, and who reads old ones is left there", (c) => {
  const chat = new Chat(() => undefined);
  document.body.append(chat.element);
  const log = chat.element.querySelector("ol");
  if (log === null) throw new Error("no log");
  // As the style sheet has it.
  log.style.cssText = "height: 80px; overflow-y: auto; display: block";
  const all = said(130);
  chat.update(all.slice(0, 99));
  const tenth = log.children[10];
  c.ok(log.scrollTop + log.clientHeight >= log.scrollHeight - 2, "at the end");
  chat.update(all.slice(0, 100));
  c.ok(log.children[10] === tenth && log.childElementCount === 100, "the others stayed");
  log.scrollTop = 0;
  chat.update(all.slice(1, 101));
  c.ok(log.scrollTop < 40, "not moved from where somebody reads");
  c.ok(log.children[9] === tenth && log.childElementCount === 100, "the oldest is gone");
  c.equal(
    [log.firstElementChild?.textContent, log.lastElementChild?.textContent],
    ["Adaline 1", "Adaline 100"],
    "in order",
  );
  chat.update(said(2));
  c.equal(log.childElementCount, 2, "another talk");
  chat.element.remove();
});

const state: GameState = {
  role: "replay",
  slot: 0,
  names: ["Ada", "Grace", "", ""],
  begun: true,
  menu: true,
  typing: false,
  connected: true,
  silent: false,
  saveRefused: false,
  outOfStep: false,
  resyncing: false,
  filled: 0,
  awaits: "nothing",
  paused: false,
  net: null,
  replay: null,
};
const stats: NetStats = {
  transport: null,
  rtt: 0,
  jitter: 0,
  delay: 0,
  ahead: 0,
  late: 0,
  filled: [],
  rate: 35,
  gap: 0,
  stalls: 0,
  inGame: 3,
};

function gameMenu(): { menu: GameMenu; log: string[]; update: (change: Partial<GameState>) => void } {
  const log: string[] = [];
  const menu = new GameMenu(defaultOptions, {
    resume: () => log.push("resume"),
    leave: () => log.push("leave"),
    endForAll: () => undefined,
    unanswered: () => undefined,
    save: () => undefined,
    options: () => undefined,
    view: (slot) => log.push(`view ${slot}`),
  });
  document.body.append(menu.element);
  return { menu, log, update: (change) => menu.update({ ...state, ...change }, firstScreen.lobby, "") };
}

test("the eyes to look through stay under the hand", (c) => {
  const { menu, log, update } = gameMenu();
  update({ net: stats });
  const shown = (): HTMLElement[] =>
    [...menu.element.querySelectorAll<HTMLElement>(".eyes button")].filter((b) => !b.hidden);
  const [ada, grace] = shown();
  grace?.focus();
  update({ net: { ...stats, rtt: 7 } });
  c.ok(shown()[0] === ada && shown()[1] === grace && document.activeElement === grace, "the same after each figure");
  grace?.click();
  update({ net: stats, slot: 1 });
  c.ok(document.activeElement === grace && grace?.getAttribute("aria-pressed") === "true", "chosen, with the focus");
  c.equal([log, shown().map((b) => b.textContent)], [["view 1"], ["Ada", "Grace"]], "names");
  menu.close();
  menu.element.remove();
});

test("Escape closes the menu wherever the focus is, and only then", (c) => {
  const { menu, log, update } = gameMenu();
  update({});
  (document.activeElement as HTMLElement | null)?.blur();
  key(document.body, "Escape", { repeat: true });
  key(document.body, "Escape");
  c.equal(log, ["resume"], "open");
  update({ menu: false });
  key(document.body, "Escape");
  update({ menu: true });
  menu.close();
  key(document.body, "Escape");
  c.equal(log, ["resume"], "closed");
  c.equal(menu.element.getAttribute("aria-modal"), "true", "modal");
  menu.element.remove();
});
