// On the host's own page: where WADs are put, and a button that finds new ones.

import { BusyButton } from "./busy";
import { h, setText } from "./dom";
import type { Wad } from "../shared/wads";

export class WadFolder {
  readonly element: HTMLElement;
  private readonly button: BusyButton;
  private readonly hint = h("span", { class: "wad-hint" });
  private readonly said = h("span", { class: "wad-said", role: "status" });
  private wads: readonly Wad[] = [];

  /** look makes the host look into its folders, and update be called before it is done. */
  constructor(private readonly look: () => Promise<void>) {
    this.button = new BusyButton("quiet", "Look for new WADs", "Looking …", "the host to read its folders", () =>
      this.clicked(),
    );
    this.element = h("div", { class: "wad-folder", hidden: true }, this.button.element, this.hint, this.said);
  }

  update(host: boolean, wads: readonly Wad[], folder: string): void {
    this.wads = wads;
    this.element.hidden = !host;
    const what = wads.some((w) => w.kind === "iwad")
      ? wads.some((w) => w.kind === "pwad")
        ? ""
        : "Add-ons (PWADs)"
      : "Games (freedoom1.wad, doom2.wad …)";
    setText(this.hint, what === "" || folder === "" ? "" : `${what} go into ${folder}`);
  }

  private async clicked(): Promise<void> {
    const before = this.wads;
    setText(this.said, "");
    try {
      await this.look();
      setText(this.said, foundWords(before, this.wads));
    } catch (e) {
      setText(this.said, e instanceof Error ? e.message : String(e));
    }
  }
}

/** What looking again has changed. */
export function foundWords(before: readonly Wad[], now: readonly Wad[]): string {
  const without = (all: readonly Wad[], some: readonly Wad[]): Wad[] =>
    all.filter((w) => !some.some((s) => s.id === w.id));
  const [found, gone] = [without(now, before), without(before, now)];
  const list = (wads: readonly Wad[]): string =>
    wads.length > 2 ? `${wads.length} WADs` : wads.map((w) => w.name).join(" and ");
  const words = [
    found.length > 0 && `Found ${list(found)}.`,
    gone.length > 0 && `No longer there: ${list(gone)}.`,
  ].filter((w) => w !== false);
  return words.length > 0 ? words.join(" ") : "Nothing new was found.";
}
