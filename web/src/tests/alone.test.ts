import { test } from "./check";
import { AloneDialog } from "../page/alone";
import { defaultParams, type Params } from "../shared/lobby";
import type { Wad } from "../shared/wads";

function wad(name: string, kind: Wad["kind"], ...maps: string[]): Wad {
  return { id: `id of ${name}`, name: `${name}.wad`, size: 1_250_000, kind, maps, title: name };
}

const game = wad("game", "iwad", "E1M1", "E1M2");
const addOn = wad("addon", "pwad", "E1M2");
const chosen: Params = { ...defaultParams, wad: game.name, wadId: game.id, pwads: [addOn.id], map: 2 };

/** The dialog on the page, and what is played by its button. */
function opened(body: (dialog: AloneDialog, play: () => Params | null) => void): void {
  const real = globalThis.fetch;
  globalThis.fetch = () => new Promise(() => undefined); // no map is checked
  let played: Params | null = null;
  const dialog = new AloneDialog((params) => void (played = params));
  document.body.append(dialog.element);
  try {
    body(dialog, () => {
      dialog.element.querySelector<HTMLButtonElement>("button.start")?.click();
      return played;
    });
  } finally {
    dialog.element.remove();
    globalThis.fetch = real;
  }
}

test("a game alone is played with the lobby's add-on, though the list brings it later", (c) =>
  opened((dialog, play) => {
    dialog.open([game], chosen);
    dialog.list([game, addOn]);
    c.equal(play()?.pwads, [addOn.id], "the add-on");
  }));

test("what the player chooses in between stays", (c) =>
  opened((dialog, play) => {
    dialog.open([game], chosen);
    const map = [...dialog.element.querySelectorAll("select")].find((s) => s.value === "E1M2") as HTMLSelectElement;
    map.value = "E1M1";
    map.dispatchEvent(new Event("change"));
    dialog.list([game, addOn]);
    const params = play();
    c.equal([params?.map, params?.pwads], [1, []], "a map of the game as it was shown");
  }));
