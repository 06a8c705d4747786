// A small picture of the connection: round trip, delay, who is late.

import { h, setText } from "./dom";
import { colors } from "../shared/lobby";
import { NetStrip } from "./netstrip";
import type { NetStats } from "../shared/messages";

export class NetGraph {
  readonly element: HTMLElement;
  private readonly text = h("div", { class: "net-text" });
  private readonly strip = new NetStrip();
  private readonly slots = colors.map((color, slot) => h("span", { class: `net-slot slot-${slot}`, title: color }));

  constructor() {
    this.element = h(
      "div",
      { class: "net", hidden: true, "aria-hidden": "true" },
      h("div", { class: "net-slots" }, ...this.slots),
      this.strip.element,
      this.text,
    );
  }

  update(stats: NetStats | null, shown: boolean): void {
    this.element.hidden = !shown || stats === null;
    this.strip.update(stats);
    if (stats === null) return;
    const ms = (v: number): string => v.toFixed(v < 10 ? 1 : 0);
    setText(
      this.text,
      `${stats.transport === null ? "" : `${stats.transport} · `}${stats.rate.toFixed(1)} tics/s · round trip ${ms(stats.rtt)} ms ± ${ms(stats.jitter)} · input ${ms(stats.delay)} ms, ${stats.ahead} ahead · missed ${stats.late} · stalls ${stats.stalls}`,
    );
    this.slots.forEach((el, slot) => {
      const here = ((stats.inGame >> slot) & 1) === 1;
      const made = stats.filled[slot] ?? 0;
      el.hidden = !here;
      el.classList.toggle("late", made > 0);
      setText(el, made > 0 ? String(made) : "");
    });
  }
}
