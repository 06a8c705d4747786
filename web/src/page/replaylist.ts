// The recorded games in the lobby.

import { Retry } from "./retry";
import { WaitLine } from "./waitline";
import { h, setText } from "./dom";
import { openButton } from "./files";
import { fetchReplays, type Recorded } from "./api";
import { clock } from "./replayview";
import { Rows, type Row } from "./rows";

// So many are shown at once.
const shown = 8;
// The list is asked for again while a session in it runs still.
const againMillis = 3000;

export class ReplayList {
  readonly element: HTMLElement;
  private readonly list = h("ul", { class: "replays" });
  private readonly none = h(
    "p",
    { class: "games-none" },
    "None on this host yet. Files of recordings (.dhr), and demos of other programs (.lmp), can be opened here, or dropped on this page.",
  );
  private readonly rows = new Rows<Recorded>(
    this.list,
    (r) => r.id,
    (r) => this.row(r),
  );
  private readonly moreButton: HTMLButtonElement;
  private replays: readonly Recorded[] = [];
  private count = shown;
  private readonly waitLine = new WaitLine();
  private readonly listing = new Retry(() => this.fetch(), againMillis, {
    every: () => (this.replays.some((r) => r.running) ? againMillis : 0),
    status: (words) => {
      this.waitLine.show(words);
      this.none.hidden = words !== "" || this.replays.length > 0;
    },
  });

  constructor(
    private readonly watch: (id: string) => void,
    open: (file: File) => void,
  ) {
    this.moreButton = h(
      "button",
      { type: "button", class: "quiet", hidden: true, onclick: () => this.showMore() },
      "More",
    );
    this.element = h(
      "section",
      { class: "card recorded" },
      h(
        "div",
        { class: "card-head" },
        h("h2", {}, "Recorded games"),
        openButton("Open a recording", ".dhr,.lmp", open),
      ),
      this.list,
      this.none,
      this.waitLine.element,
      this.moreButton,
    );
  }

  /** Asks the host for the list; the one that is there stays until then. */
  refresh(): Promise<void> {
    return this.listing.now();
  }

  /** Nobody looks at the list. */
  stop(): void {
    this.listing.stop();
  }

  private async fetch(): Promise<void> {
    this.replays = await fetchReplays();
    this.fill();
  }

  private showMore(): void {
    this.count += shown;
    this.fill();
  }

  private fill(): void {
    this.none.hidden = this.replays.length > 0;
    this.moreButton.hidden = this.replays.length <= this.count;
    this.rows.update(this.replays.slice(0, this.count));
  }

  private row(r: Recorded): Row<Recorded> {
    const when = new Date(r.started).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    const what = h("b", {});
    const who = h("span", {});
    const element = h(
      "li",
      {},
      h("div", { class: "replay-what" }, what, who),
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": `Watch ${r.map} of ${when}`, onclick: () => this.watch(r.id) },
        "Watch",
      ),
      h(
        "a",
        { href: `/api/replays/${r.id}.lmp`, title: "As a demo for other programs, up to the first join or leave" },
        "Demo",
      ),
      h(
        "a",
        {
          href: `/api/replays/${r.id}.dhr`,
          title: "The whole recording, to be kept and opened again",
          "aria-label": `File of ${r.map} of ${when}`,
        },
        "File",
      ),
    );
    return {
      element,
      update: (now) => {
        setText(what, `${now.map} · ${clock(now.tics)}`);
        setText(who, `${now.names.filter((n) => n !== "").join(", ")} · ${now.running ? "now" : when}`);
      },
    };
  }
}
