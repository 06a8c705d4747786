import { test } from "./check";
import { Clock } from "./clock";
import { BusyButton, busyWords, Effect } from "../page/busy";

test("a button shows at once that it was pressed, and comes back", async (c) => {
  const effect = new Effect();
  let presses = 0;
  const button = new BusyButton("start", "Start game", "Starting …", "the host", async () => {
    presses++;
    await effect.next();
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
  const button = new BusyButton("quiet", "Search", "Searching …", "answers", () =>
    Promise.reject(new Error("no answer")),
  );
  await button.press().catch(() => undefined);
  c.equal([button.element.textContent, button.element.disabled], ["Search", false], "it can be pressed again");
});

test("a button that is busy for longer says for whom it waits, and how long it has", async (c) => {
  const at = [0, 999, 1000, 2999, 3000, 61_500];
  c.equal(
    at.map((millis) => busyWords("Starting …", "the host", millis)),
    [
      "Starting …",
      "Starting …",
      "Starting: waiting for the host …",
      "Starting: waiting for the host …",
      "Starting: waiting for the host, 3 s",
      "Starting: waiting for the host, 61 s",
    ],
    "in words",
  );
  c.equal([busyWords("…", "", 2000), busyWords("…", "", 4000)], ["…", "… 4 s"], "without room");
  const clock = new Clock();
  await clock.rule(async () => {
    let done = (): void => undefined;
    const button = new BusyButton("start", "Start", "Starting …", "the host", () => new Promise((d) => (done = d)));
    const pressed = button.press();
    const seen: (string | null)[] = [];
    for (const millis of [0, 1000, 2000, 1000]) {
      await clock.pass(millis);
      seen.push(button.element.textContent);
    }
    c.equal(
      seen,
      [
        "Starting …",
        "Starting: waiting for the host …",
        "Starting: waiting for the host, 3 s",
        "Starting: waiting for the host, 4 s",
      ],
      "by itself",
    );
    done();
    await pressed;
    await clock.pass(5000);
    c.equal(button.element.textContent, "Start", "it is over");
  });
});

test("nothing that comes of a press is told", async (c) => {
  const clock = new Clock();
  await clock.rule(async () => {
    const effect = new Effect();
    effect.stands("a");
    const answers: boolean[] = [];
    void effect.next().then((changed) => answers.push(changed));
    await clock.pass(9000);
    c.equal(answers, [], "it is waited for");
    await clock.pass(2000);
    c.equal(answers, [false], "nothing came");
    void effect.next().then((changed) => answers.push(changed));
    effect.stands("b");
    await clock.pass(0);
    c.equal(answers, [false, true], "another one had its effect");
  });
});
