// The lobby's talk.

import { h } from "./dom";
import type { ChatLine } from "./state";

export class Chat {
  readonly element: HTMLElement;
  private readonly log = h("ol", { class: "chat-log", "aria-live": "polite", "aria-label": "Talk" });
  private readonly input = h("input", { type: "text", maxlength: "120", placeholder: "Say something", "aria-label": "Say something", autocomplete: "off" });
  private shown: readonly ChatLine[] = [];

  constructor(send: (text: string) => void) {
    this.element = h(
      "section",
      { class: "card chat" },
      h("h2", {}, "Talk"),
      this.log,
      h(
        "form",
        {
          onsubmit: (e) => {
            e.preventDefault();
            const text = this.input.value.trim();
            if (text !== "") send(text);
            this.input.value = "";
          },
        },
        this.input,
        h("button", { type: "submit", class: "quiet" }, "Send"),
      ),
    );
  }

  update(lines: readonly ChatLine[]): void {
    if (lines === this.shown) return;
    this.shown = lines;
    this.log.replaceChildren(
      ...lines.map((l) => h("li", { class: l.slot === null ? "" : `slot-${l.slot}` }, h("b", {}, l.name || "Onlooker"), h("span", {}, l.text))),
    );
    this.log.scrollTop = this.log.scrollHeight;
  }
}
