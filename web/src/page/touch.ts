// Controls for fingers: a stick under the left thumb, turning under the right
// one, buttons above it.

import type { Action } from "../shared/actions";
import { h } from "./dom";
import { fingers } from "./pointer";

export interface TouchEvents {
  stick(forward: number, side: number): void;
  turn(dx: number): void;
  action(action: Action, down: boolean): void;
  menu(): void;
  map(): void;
  chat(): void;
  /** A mouse's button went down where fingers play: the layer is gone. */
  mouse(): void;
}

const stickRadius = 56; // px for full speed
// A finger's way across the glass is shorter than a mouse's over the desk.
const turnFactor = 2.5;

export class Touch {
  readonly element: HTMLElement;
  private readonly knob: HTMLElement;
  private readonly chat: HTMLButtonElement;
  private stickFinger: number | null = null;
  private origin = { x: 0, y: 0 };
  private turnFinger: number | null = null;
  private lastX = 0;

  constructor(private readonly events: TouchEvents) {
    this.knob = h("div", { class: "knob", hidden: true }, h("i"));
    this.chat = h("button", { class: "touch-chat", type: "button", onclick: () => this.events.chat() }, "Talk");
    // The line that is typed keeps the focus, so that the button can close it.
    this.chat.addEventListener("pointerdown", (e) => e.preventDefault());
    const field = h("div", { class: "touch-field" });
    field.addEventListener("pointerdown", (e) => this.down(e, field));
    field.addEventListener("pointermove", (e) => this.move(e));
    for (const type of ["pointerup", "pointercancel"] as const) field.addEventListener(type, (e) => this.up(e));
    this.element = h(
      "div",
      { class: "touch", hidden: !fingers() },
      field,
      this.knob,
      h("div", { class: "touch-buttons" }, this.button("use", "Use"), this.button("attack", "Fire")),
      h(
        "div",
        { class: "touch-weapons" },
        this.button("prevWeapon", "◂", "Previous weapon"),
        this.button("nextWeapon", "▸", "Next weapon"),
      ),
      h(
        "div",
        { class: "touch-bar" },
        h(
          "button",
          { class: "touch-menu", type: "button", "aria-label": "Menu", onclick: () => this.events.menu() },
          "☰",
        ),
        h("button", { class: "touch-map", type: "button", onclick: () => this.events.map() }, "Map"),
        this.chat,
      ),
    );
    // A touch screen beside a mouse shows itself with a touch, until the mouse clicks.
    addEventListener("touchstart", () => (this.element.hidden = false), { passive: true });
  }

  /** Whether fingers play, as far as is known. */
  get shown(): boolean {
    return !this.element.hidden;
  }

  /** Shows what there is to do. */
  update(talks: boolean): void {
    this.chat.hidden = !talks;
  }

  /** Lets go of everything: a menu is over the game. */
  release(): void {
    if (this.stickFinger !== null) this.events.stick(0, 0);
    this.stickFinger = null;
    this.turnFinger = null;
    this.knob.hidden = true;
  }

  private button(action: Action, text: string, label = text): HTMLElement {
    const b = h("button", { class: `touch-${action}`, type: "button", "aria-label": label }, text);
    b.addEventListener("pointerdown", (e) => {
      e.preventDefault();
      b.setPointerCapture(e.pointerId);
      this.events.action(action, true);
    });
    for (const type of ["pointerup", "pointercancel"] as const)
      b.addEventListener(type, () => this.events.action(action, false));
    return b;
  }

  private down(e: PointerEvent, field: HTMLElement): void {
    if (e.pointerType === "mouse") {
      this.release();
      this.element.hidden = true;
      this.events.mouse();
      return;
    }
    e.preventDefault();
    field.setPointerCapture(e.pointerId);
    if (e.clientX < innerWidth / 2 && this.stickFinger === null) {
      this.stickFinger = e.pointerId;
      this.origin = { x: e.clientX, y: e.clientY };
      this.knob.hidden = false;
      this.knob.style.left = `${e.clientX}px`;
      this.knob.style.top = `${e.clientY}px`;
      this.place(0, 0);
    } else if (this.turnFinger === null) {
      this.turnFinger = e.pointerId;
      this.lastX = e.clientX;
    }
  }

  private move(e: PointerEvent): void {
    if (e.pointerId === this.stickFinger) {
      const clip = (v: number): number => Math.max(-1, Math.min(1, v / stickRadius));
      const x = clip(e.clientX - this.origin.x);
      const y = clip(e.clientY - this.origin.y);
      this.place(x, y);
      this.events.stick(-y, x);
    } else if (e.pointerId === this.turnFinger) {
      this.events.turn((e.clientX - this.lastX) * turnFactor);
      this.lastX = e.clientX;
    }
  }

  private up(e: PointerEvent): void {
    if (e.pointerId === this.stickFinger) {
      this.stickFinger = null;
      this.knob.hidden = true;
      this.events.stick(0, 0);
    } else if (e.pointerId === this.turnFinger) {
      this.turnFinger = null;
    }
  }

  private place(x: number, y: number): void {
    const dot = this.knob.firstElementChild as HTMLElement;
    dot.style.transform = `translate(${x * stickRadius * 0.6}px, ${y * stickRadius * 0.6}px)`;
  }
}
