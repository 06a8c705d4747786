// The bar under a recorded game: play, pause, speed, and where in it we are.

import { h, setText } from "./dom";
import type { Screen } from "./state";
import { Lasting, soFar } from "./progresstext";
import type { ReplayState } from "../shared/messages";
import { ticRate } from "../shared/wire";

export interface ReplayControls {
  play(on: boolean): void;
  speed(speed: number): void;
  seek(tic: number): void;
  leave(): void;
}

const speeds = [0.5, 1, 2, 4, 8] as const;
// How far the arrow keys go, in seconds.
const step = 10;
// A wait that takes longer is told of, ms.
const slowMillis = 1000;

export class ReplayView {
  readonly element: HTMLElement;
  private readonly toggle: HTMLButtonElement;
  private readonly place: HTMLInputElement;
  private readonly time = h("span", { class: "replay-time" });
  private readonly early = h("span", { class: "replay-early", role: "status", hidden: true });
  private readonly speed: HTMLSelectElement;
  private state: ReplayState | null = null;
  private dragging = false;
  private readonly wait = new Lasting<string>();

  constructor(private readonly controls: ReplayControls) {
    this.toggle = h(
      "button",
      { type: "button", class: "quiet replay-toggle", onclick: () => controls.play(this.state?.playing !== true) },
      "Pause",
    );
    this.place = h("input", {
      type: "range",
      class: "replay-place",
      min: "0",
      max: "0",
      value: "0",
      step: "1",
      "aria-label": "Place in the recording",
      oninput: () => {
        this.dragging = true;
        controls.seek(Number(this.place.value));
      },
      onchange: () => {
        this.dragging = false;
      },
      onkeydown: (e) => this.key(e),
    });
    this.speed = h(
      "select",
      { class: "replay-speed", "aria-label": "Speed", onchange: () => controls.speed(Number(this.speed.value)) },
      ...speeds.map((s) => h("option", { value: String(s) }, `${s}×`)),
    );
    this.speed.value = "1";
    this.element = h(
      "div",
      { class: "replay", hidden: true, role: "group", "aria-label": "Recorded game" },
      this.toggle,
      this.place,
      this.time,
      this.speed,
      h("button", { type: "button", class: "quiet", onclick: () => controls.leave() }, "Close"),
      this.early,
    );
    setInterval(() => this.showTime(), 500);
  }

  update(screen: Screen): void {
    const game = screen.at === "game" && screen.game.role === "replay" ? screen.game : null;
    this.element.hidden = game === null;
    if (game === null) {
      this.state = null;
      this.speed.value = "1";
      return;
    }
    const s = game.replay;
    if (s === null || s === this.state) return;
    this.state = s;
    setText(this.toggle, s.playing ? "Pause" : s.tic >= s.tics ? "Again" : "Play");
    this.early.hidden = !s.early;
    setText(this.early, s.early ? earlyWords(s.tics) : "");
    this.place.max = String(s.tics);
    if (!this.dragging) this.place.value = String(s.tic);
    this.place.setAttribute("aria-valuetext", clock(s.tic));
    this.showTime();
    this.element.classList.toggle("seeking", s.seeking);
  }

  /** The time; where it does not go on for over a second, for what it waits. */
  private showTime(): void {
    const s = this.state;
    if (s === null) return;
    const wait = s.seeking ? "seeking" : s.waiting && s.playing ? "waiting" : "";
    const waited = this.wait.millis(performance.now(), wait);
    const slow = wait !== "" && waited >= slowMillis;
    setText(
      this.time,
      slow
        ? `${wait === "seeking" ? `Going to ${clock(s.tic)}` : "Fetching the recording"} …${soFar(waited)}`
        : `${clock(s.tic)} / ${clock(s.tics)}`,
    );
  }

  /** Arrow keys go by seconds, not by tics. */
  private key(e: KeyboardEvent): void {
    const s = this.state;
    const way = e.key === "ArrowLeft" ? -1 : e.key === "ArrowRight" ? 1 : 0;
    if (s === null || way === 0) return;
    e.preventDefault();
    this.controls.seek(s.tic + way * step * ticRate);
  }
}

/** Of a recording of which the rest is not there. */
export function earlyWords(tics: number): string {
  return `This file ends early, at ${clock(tics)}: what followed is missing or damaged.`;
}

/** A number of tics as minutes and seconds. */
export function clock(tics: number): string {
  const seconds = Math.floor(tics / ticRate);
  const rest = String(seconds % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
