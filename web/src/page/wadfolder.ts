// On the host's own page: where WADs are put, buttons that add one and find new ones,
// what becomes of them, and which files there cannot be used.

import { BusyButton } from "./busy";
import { h, setText } from "./dom";
import { unusedItems } from "./uploadlist";
import type { WadList } from "./wadlist";
import { hasGame } from "./wadlist";
import type { Wad } from "../shared/wads";

/** A button that makes the host look into its folders, and what it found. */
export class ReloadButton {
  readonly button: BusyButton;
  readonly status = h("span", { class: "wad-said", role: "status" });
  wads: readonly Wad[] = [];

  /** look makes the host look, and wads be another list before it is done. */
  constructor(
    text: string,
    private readonly look: () => Promise<void>,
  ) {
    this.button = new BusyButton("quiet", text, "Looking …", "the host to read its folders", () => this.clicked());
  }

  private async clicked(): Promise<void> {
    const before = this.wads;
    setText(this.status, "");
    try {
      await this.look();
      setText(this.status, foundWords(before, this.wads));
    } catch (e) {
      setText(this.status, e instanceof Error ? e.message : String(e));
    }
  }
}

export class WadFolder {
  readonly element: HTMLElement;
  /** What becomes of added files stands here while there is a game. */
  readonly news = h("div", { class: "wad-news" });
  private readonly reloadButton: ReloadButton;
  private readonly hint = h("span", { class: "wad-hint" });
  private readonly unused = h("details", { class: "wad-unused", hidden: true });
  private readonly unusedHead = h("summary", {});
  private readonly unusedList = h("ul", { class: "unused" });
  private shownUnused = "";

  constructor(
    look: () => Promise<void>,
    private readonly add: HTMLElement,
  ) {
    this.reloadButton = new ReloadButton("Look for new WADs", look);
    this.unused.append(this.unusedHead, this.unusedList);
    this.element = h(
      "div",
      { class: "wad-folder", hidden: true },
      add,
      this.reloadButton.button.element,
      this.hint,
      this.reloadButton.status,
      this.news,
      this.unused,
    );
  }

  update(host: boolean, { wads, folder, unused, limit }: WadList): void {
    this.reloadButton.wads = wads;
    this.element.hidden = !host;
    this.add.hidden = limit === 0;
    const what = !hasGame(wads)
      ? "Games (freedoom1.wad, doom2.wad …)"
      : wads.some((w) => w.kind === "pwad")
        ? "More WADs"
        : "Add-ons (PWADs)";
    setText(this.hint, folder === "" ? "" : `${what} go into ${folder}`);
    this.list(unused);
  }

  /** The files that cannot be used. The list stays as open as it is. */
  private list(unused: WadList["unused"]): void {
    const shown = JSON.stringify(unused);
    if (shown === this.shownUnused) return;
    this.shownUnused = shown;
    this.unused.hidden = unused.length === 0;
    setText(
      this.unusedHead,
      unused.length === 1 ? "1 file there cannot be used" : `${unused.length} files there cannot be used`,
    );
    this.unusedList.replaceChildren(...unusedItems(unused));
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
