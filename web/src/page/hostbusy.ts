// A word at the edge of the screen while the host has no room for what was asked for.

import { h } from "./dom";

export class HostBusy {
  readonly element = h(
    "div",
    { class: "host-busy", role: "status", hidden: true },
    "The host has much to do just now. Asking again in a moment …",
  );
  private readonly waiting = new Set<string>();

  /** Whether requests of the page, or of the Worker, wait. */
  from(who: "page" | "worker", on: boolean): void {
    if (on) this.waiting.add(who);
    else this.waiting.delete(who);
    this.element.hidden = this.waiting.size === 0;
  }
}
