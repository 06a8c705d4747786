import { test } from "./check";
import { defaultOptions, parseOptions, shown, type Options } from "../page/options";
import { Settings } from "../page/settings";

test("the vanilla switch turns all improvements of the picture off, and back on", (c) => {
  const fine: Options = { ...defaultOptions, scale: 3, wide: true, bar: false, gamma: 2, mouseSpeed: 20 };
  c.equal(
    shown({ ...fine, vanilla: true }),
    {
      ...fine,
      vanilla: true,
      interpolate: false,
      scale: 1,
      fieldOfView: 90,
      wide: false,
      bar: true,
      crosshair: 0,
      gamma: 0,
    },
    "on",
  );
  c.equal(shown(fine), fine, "off");
});

test("options of an older version keep what was chosen, and get the new picture", (c) => {
  const old = (more: object): Options => parseOptions({ mouseSpeed: 7, scale: 1, wide: false, bar: false, ...more });
  const o = old({});
  c.equal([o.scale, o.wide, o.bar, o.mouseSpeed], [0, true, false, 7], "the old defaults were no choice");
  c.equal(old({ scale: 3 }).scale, 3, "a scale that was chosen");
  const now = old({ version: defaultOptions.version });
  c.equal([now.scale, now.wide], [1, false], "of this version, they are");
});

test("the automatic picture says which scale it has", (c) => {
  const settings = new Settings(defaultOptions, () => undefined);
  settings.scaleNow(5);
  const select = settings.element.querySelector("select") as HTMLSelectElement;
  c.equal(select.selectedOptions[0]?.textContent, "Automatic (now 5×)", "the choice");
});

/** Gives the form's file button a file, and waits for what it says. */
async function open(settings: Settings, text: string): Promise<string> {
  const input = settings.element.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  const files = new DataTransfer();
  files.items.add(new File([text], "settings.json"));
  input.files = files.files;
  input.dispatchEvent(new Event("change"));
  const note = settings.element.querySelector(".note") as Element;
  for (let i = 0; i < 500 && note.textContent === ""; i++) await new Promise((done) => setTimeout(done, 10));
  return note.textContent ?? "";
}

test("settings are taken along in a file", async (c) => {
  let got: Options = defaultOptions;
  const settings = new Settings(defaultOptions, (o) => (got = o));
  const brought = {
    ...defaultOptions,
    mouseSpeed: 3,
    vanilla: true,
    bindings: { KeyK: "use" as const, Mouse4: "run" as const },
  };
  c.equal(await open(settings, JSON.stringify(brought)), "Done.", "what is said");
  c.equal(got, brought, "the settings");
  const speed = settings.element.querySelector<HTMLInputElement>('input[type="range"]');
  c.equal(speed?.value, "3", "the form");
});

test("a file that holds no settings changes nothing", async (c) => {
  let changes = 0;
  for (const text of ["", "[]", '{"name":"x"}', "IWAD"]) {
    const said = await open(new Settings(defaultOptions, () => changes++), text);
    c.ok(said.includes("no settings"), `${text}: ${said}`);
  }
  c.equal(changes, 0, "changes");
});
