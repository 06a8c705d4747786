// On the host's own page: where WADs are put, and a button that finds new ones.

import { h, setText } from "./dom";
import type { Wad } from "../shared/wads";

export class WadFolder {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly hint = h("span", { class: "wad-hint" });
  private readonly said = h("span", { class: "wad-said", role: "status" });
  private wads: readonly Wad[] = [];

  /** look makes the host look into its folders, and update be called before it is done. */
  constructor(private readonly look: () => Promise<void>) {
    this.button = h("button", { type: "button", class: "quiet", onclick: () => void this.clicked() }, "Look for new WADs");
    this.element = h("div", { class: "wad-folder", hidden: true }, this.button, this.hint, this.said);
  }

  update(host: boolean, wads: readonly Wad[], folder: string): void {
    this.wads = wads;
    this.element.hidden = !host;
    const what = wads.some((w) => w.kind === "iwad") ? (wads.some((w) => w.kind === "pwad") ? "" : "Add-ons (PWADs)") : "Games (freedoom1.wad, doom2.wad …)";
    setText(this.hint, what === "" || folder === "" ? "" : `${what} go into ${folder}`);
  }

  private async clicked(): Promise<void> {
    const before = new Set(this.wads.map((w) => w.id));
    this.button.disabled = true;
    setText(this.said, "Looking …");
    try {
      await this.look();
      setText(this.said, foundWords(this.wads.filter((w) => !before.has(w.id))));
    } catch (e) {
      setText(this.said, e instanceof Error ? e.message : String(e));
    }
    this.button.disabled = false;
  }
}

function foundWords(wads: readonly Wad[]): string {
  if (wads.length === 0) return "Nothing new was found.";
  const names = wads.slice(0, 3).map((w) => w.name);
  return `Found ${names.join(", ")}${wads.length > names.length ? ` and ${wads.length - names.length} more` : ""}.`;
}
