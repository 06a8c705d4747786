import { test } from "./check";
import { BusyButton, Effect } from "../page/busy";

test("a button shows at once that it was pressed, and comes back", async (c) => {
  const effect = new Effect();
  let presses = 0;
  const button = new BusyButton("start", "Start game", "Starting …", () => {
    presses++;
    return effect.next();
  });
  const el = button.element;
  document.body.append(el);
  const shown = (): unknown => [el.textContent, el.disabled, el.getAttribute("aria-busy")];
  effect.stands("lobby");
  el.focus();
  const pressed = button.press();
  c.equal(shown(), ["Starting …", true, "true"], "at once");
  void button.press();
  button.disabled = false; // as the lobby says with whatever it hears
  effect.stands("lobby");
  c.equal([presses, shown()], [1, ["Starting …", true, "true"]], "nothing came of it yet");
  effect.stands("countdown");
  await pressed;
  c.equal(shown(), ["Start game", false, null], "it shows");
  button.disabled = true;
  button.label("Start again");
  el.click();
  c.equal([presses, shown()], [1, ["Start again", true, null]], "off is off");
  el.remove();
});

test("a button whose task fails comes back", async (c) => {
  const button = new BusyButton("quiet", "Search", "Searching …", () => Promise.reject(new Error("no answer")));
  await button.press().catch(() => undefined);
  c.equal([button.element.textContent, button.element.disabled], ["Search", false], "it can be pressed again");
});
