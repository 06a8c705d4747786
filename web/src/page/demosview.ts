// What stands over the demo loop: whatever key or place is touched leads back.

import { h, setText } from "./dom";
import { fingers } from "./pointer";
import type { Screen } from "./state";

// Held with others, or meant for the system.
const noKeys = /^(Shift|Control|Alt|Meta|OS|Caps|NumLock|Audio|Volume|Media|Brightness|Fn)/;

export class DemosView {
  readonly element = h("div", { class: "hint demos", hidden: true });
  private shown = false;

  constructor(private readonly leave: () => void) {
    // Before anything else sees it: it is meant for nobody.
    const stop = (e: Event): void => {
      if (!this.shown) return;
      e.preventDefault();
      e.stopPropagation();
      this.leave();
    };
    addEventListener(
      "keydown",
      (e) => {
        if (!e.repeat && !e.ctrlKey && !e.metaKey && !noKeys.test(e.key)) stop(e);
      },
      { capture: true },
    );
    addEventListener("click", stop, { capture: true });
  }

  update(screen: Screen): void {
    this.shown = screen.at === "game" && screen.game.role === "demos";
    this.element.hidden = !this.shown;
    setText(this.element, fingers() ? "Tap to come back" : "Press any key to come back");
  }
}
