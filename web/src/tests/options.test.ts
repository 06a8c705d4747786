import { test } from "./check";
import { defaultOptions, shown, type Options } from "../page/options";
import { Settings } from "../page/settings";

test("the vanilla switch turns all improvements of the picture off, and back on", (c) => {
  const fine: Options = { ...defaultOptions, scale: 3, wide: true, bar: false, gamma: 2, mouseSpeed: 20 };
  c.equal(
    shown({ ...fine, vanilla: true }),
    { ...fine, vanilla: true, interpolate: false, scale: 1, wide: false, bar: true, gamma: 0 },
    "on",
  );
  c.equal(shown(fine), fine, "off");
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
