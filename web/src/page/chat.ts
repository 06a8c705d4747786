// The lobby's talk.

import { h } from "./dom";
import { maxChat } from "../shared/generated/protocol";
import type { ChatLine } from "./state";

const slack = 8; // pixels

export class Chat {
  readonly element: HTMLElement;
  private readonly log = h("ol", { class: "chat-log", "aria-live": "polite", "aria-label": "Talk" });
  private readonly input = h("input", {
    type: "text",
    maxlength: String(maxChat),
    placeholder: "Say something",
    "aria-label": "Say something",
    autocomplete: "off",
    dir: "auto",
  });
  private readonly send = h("button", { type: "submit", class: "quiet" }, "Send");
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
            if (this.send.disabled) return; // the line stays until somebody can hear it
            const text = this.input.value.trim();
            if (text !== "") send(text);
            this.input.value = "";
          },
        },
        this.input,
        this.send,
      ),
    );
  }

  /** Whether the host hears what is said. */
  reachable(on: boolean): void {
    this.send.disabled = !on;
  }

  update(lines: readonly ChatLine[]): void {
    if (lines === this.shown) return;
    const { log } = this;
    // Who reads what was said before is left there.
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < slack;
    const last = this.shown.at(-1);
    const added = lines.slice(last === undefined ? 0 : lines.lastIndexOf(last) + 1);
    log.append(...added.map(row));
    while (log.childElementCount > lines.length) log.firstElementChild?.remove();
    this.shown = lines;
    if (atEnd) log.scrollTop = log.scrollHeight;
  }
}

/** A line of talk, or of what happened to a player. */
export function row(line: ChatLine): HTMLElement {
  const kind = (line.slot === null ? "" : `slot-${line.slot}`) + (line.event === true ? " event" : "");
  return h("li", { class: kind }, h("b", {}, line.name || "Spectator"), h("span", {}, line.text));
}
