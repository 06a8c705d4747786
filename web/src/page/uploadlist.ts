// What becomes of the files that are added to the host's library: how far each is, what
// it brought, or why it was refused and what to do.

import { h, setText } from "./dom";
import { Rows, type Row } from "./rows";
import type { Upload } from "./uploadqueue";
import type { Added, Unused } from "./wadlist";
import { megabytes, Pace } from "./progresstext";
import { sentence } from "./text";
import type { Wad } from "../shared/wads";

export interface UploadActions {
  remove(id: number): void;
  retry(id: number): void;
}

export class UploadList {
  readonly element = h("ul", { class: "uploads", "aria-label": "Added WADs", hidden: true });
  private readonly rows: Rows<Upload>;
  private wads: readonly Wad[] = [];

  constructor(private readonly actions: UploadActions) {
    this.rows = new Rows(
      this.element,
      (u) => String(u.id),
      (u) => this.row(u),
    );
  }

  update(uploads: readonly Upload[], wads: readonly Wad[]): void {
    this.wads = wads;
    this.rows.update(uploads);
    this.element.hidden = uploads.length === 0;
  }

  private row({ id, file }: Upload): Row<Upload> {
    const words = h("span", { class: "upload-words", role: "status" });
    const bar = h("progress", {
      class: "upload-bar",
      max: "1",
      "aria-label": `${file.name}: sent so far`,
      hidden: true,
    });
    const unusedList = h("ul", { class: "unused" });
    const unused = h("div", { hidden: true }, "Not used of it:", unusedList);
    const retry = h("button", { type: "button", class: "quiet", onclick: () => this.actions.retry(id) }, "Try again");
    const remove = h("button", { type: "button", class: "quiet", onclick: () => this.actions.remove(id) });
    const pace = new Pace();
    const element = h(
      "li",
      { class: "upload" },
      h("div", { class: "upload-what" }, h("b", { dir: "auto" }, file.name), words, bar, unused),
      h("div", { class: "upload-go" }, retry, remove),
    );
    return {
      element,
      update: ({ state }) => {
        element.dataset.state = state.at;
        const sending = state.at === "sending";
        bar.hidden = !sending && state.at !== "checking";
        if (sending) bar.value = file.size > 0 ? state.sent / file.size : 0;
        else bar.removeAttribute("value"); // how long a check takes nobody knows
        retry.hidden = state.at !== "refused" || !state.again;
        // What is sent is the host's: there is nothing to cancel.
        remove.hidden = state.at === "checking";
        setText(remove, sending || state.at === "waiting" ? "Cancel" : "OK");
        switch (state.at) {
          case "waiting":
            setText(words, "Waits for the file before it.");
            break;
          case "sending": {
            const left = pace.timeLeft(performance.now(), state.sent, file.size);
            const there = `${megabytes(state.sent)} of ${megabytes(file.size)} MB sent`;
            setText(words, left === "" ? there : `${there}, ${left} left`);
            break;
          }
          case "checking":
            setText(words, "The host checks it …");
            break;
          case "added":
            setText(words, addedWords(file.name, state.added, this.wads));
            unusedList.replaceChildren(...unusedItems(state.added.unused));
            break;
          case "refused":
            setText(words, `Not added: ${sentence(state.why).replace(/^./u, (c) => c.toLowerCase())}`);
        }
        unused.hidden = state.at !== "added" || state.added.unused.length === 0;
      },
    };
  }
}

/** What cannot be used, and why. */
export function unusedItems(unused: readonly Unused[]): HTMLElement[] {
  return unused.map((u) => h("li", {}, h("b", { dir: "auto" }, u.name), `: ${u.reason}`));
}

// So many of an archive's WADs are named one by one.
const named = 4;

/** What a file brought: its games and add-ons, and how many maps they have. */
export function addedWords(file: string, { name, before, wads: ids }: Added, wads: readonly Wad[]): string {
  const brought = ids.map((id) => wads.find((w) => w.id === id)).filter((w) => w !== undefined);
  const what = brought.length > named ? [countWords(brought)] : brought.map(wadWords);
  const list = what.length === 0 ? "" : `: ${what.join("; ")}`;
  if (before) return `Was there already${list}.`;
  return `Added${name === file ? "" : ` as ${name}`}${list}.`;
}

function wadWords(w: Wad): string {
  return `${w.kind === "iwad" ? "game" : "add-on"} ${w.title}, ${mapWords(w.maps.length)}`;
}

function countWords(wads: readonly Wad[]): string {
  const games = wads.filter((w) => w.kind === "iwad").length;
  const addOns = wads.length - games;
  const maps = wads.reduce((n, w) => n + w.maps.length, 0);
  const parts = [games > 0 && counted(games, "game"), addOns > 0 && counted(addOns, "add-on")];
  return `${parts.filter((p) => p !== false).join(" and ")}, ${mapWords(maps)}`;
}

function mapWords(n: number): string {
  return n === 0 ? "no maps of its own" : counted(n, "map");
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
