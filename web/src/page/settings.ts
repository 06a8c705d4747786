// A player's own settings, as a form in the game's menu.

import { BindingForm } from "./bindingform";
import type { Bindings } from "./bindings";
import { h, setText } from "./dom";
import { openButton, saveFile } from "./files";
import { fingers, pointerChanges } from "./pointer";
import { parseOptions, type Options } from "./options";
import { usualScale } from "./resolution";
import { crosshair, figures, maxFieldOfView, maxScale, minFieldOfView } from "../shared/generated/engine";
import { isRecord } from "../shared/lobby";

/** There are no gamepads for want of https. */
function gamepadsKept(): boolean {
  return !isSecureContext && typeof (navigator as Partial<Navigator>).getGamepads !== "function";
}

function scaleName(scale: number): string {
  return `${scale}× (${320 * scale} × ${200 * scale})`;
}

function automatic(scale: number): string {
  return `Automatic (now ${scale}×)`;
}

export class Settings {
  readonly element: HTMLElement;
  private forms: readonly BindingForm[] = [];
  private scale = usualScale; // that the picture has where it is automatic
  private readonly note = h("p", { class: "note", role: "status" });

  constructor(
    private options: Options,
    private readonly changed: (options: Options) => void,
  ) {
    this.element = h("div", { class: "settings" });
    this.show();
    pointerChanges(() => this.show());
  }

  private show(): void {
    const { options } = this;
    const touch = fingers();
    this.element.replaceChildren(
      this.range(touch ? "Turning speed" : "Mouse speed", 1, 20, 1, options.mouseSpeed, (mouseSpeed) => ({
        mouseSpeed,
      })),
      this.choice(
        "Picture",
        String(options.scale),
        [
          ["0", automatic(this.scale)],
          ...Array.from({ length: maxScale }, (_, i): [string, string] => [String(i + 1), scaleName(i + 1)]),
        ],
        (v) => ({ scale: Number(v) }),
      ),
      this.range(
        "Field of view",
        minFieldOfView,
        maxFieldOfView,
        5,
        options.fieldOfView,
        (fieldOfView) => ({ fieldOfView }),
        "°",
      ),
      this.choice(
        "Crosshair, in the color of your health",
        String(options.crosshair),
        [
          [String(crosshair.off), "None"],
          [String(crosshair.dot), "Dot"],
          [String(crosshair.cross), "Cross"],
        ],
        (v) => ({ crosshair: Number(v) }),
      ),
      this.choice(
        "Health, armor and ammunition",
        options.bar ? "bar" : String(options.figures),
        [
          ["bar", "Status bar"],
          [String(figures.large), "Large figures"],
          [String(figures.small), "Small figures"],
          [String(figures.off), "None"],
        ],
        (v) => (v === "bar" ? { bar: true } : { bar: false, figures: Number(v) }),
      ),
      this.range("Less flashing", 0, 100, 25, options.calm, (calm) => ({ calm }), " %"),
      this.range("Brightness", 0, 4, 1, options.gamma, (gamma) => ({ gamma })),
      this.range("Effects", 0, 1, 0.05, options.effects, (effects) => ({ effects })),
      this.range("Music", 0, 1, 0.05, options.music, (music) => ({ music })),
      h(
        "div",
        { class: "checks" },
        this.check("Always run", options.alwaysRun, (alwaysRun) => ({ alwaysRun })),
        ...(touch ? [] : [this.check("Mouse also walks", options.mouseForward, (mouseForward) => ({ mouseForward }))]),
        this.check("Smooth between tics", options.interpolate, (interpolate) => ({ interpolate })),
        this.check("Fill a wide screen", options.wide, (wide) => ({ wide })),
        this.check("Vanilla: the picture of 1993", options.vanilla, (vanilla) => ({ vanilla })),
        this.check("Messages", options.messages, (messages) => ({ messages })),
        this.check("Show the connection", options.netGraph, (netGraph) => ({ netGraph })),
        this.check("Mute", options.muted, (muted) => ({ muted })),
      ),
      ...(/iPhone|iPad/.test(navigator.userAgent)
        ? [h("p", { class: "note" }, "The ring switch of this device mutes the game, too.")]
        : []),
      ...(gamepadsKept()
        ? [
            h(
              "p",
              { class: "note" },
              "This browser lets only secure pages (https) use gamepads; this one is plain http.",
            ),
          ]
        : []),
      ...this.bindingForms(),
      h(
        "details",
        {},
        h("summary", {}, "Take these settings along"),
        h(
          "div",
          { class: "actions" },
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () =>
                saveFile("doomhost-settings.json", JSON.stringify(this.options, null, 2), "application/json"),
            },
            "Settings to a file",
          ),
          openButton("Settings from a file", ".json,application/json", (file) => void this.open(file)),
        ),
      ),
      this.note,
    );
  }

  /** Tells which scale the automatic picture has. */
  scaleNow(scale: number): void {
    this.scale = scale;
    const option = this.element.querySelector<HTMLOptionElement>('select option[value="0"]');
    if (option !== null) setText(option, automatic(scale));
  }

  private bindingForms(): HTMLElement[] {
    const changed = (bindings: Bindings): void => {
      this.set({ bindings });
      for (const form of this.forms) form.update(bindings);
    };
    const hand = new BindingForm("hand", this.options.bindings, changed);
    const pad = new BindingForm("pad", this.options.bindings, changed);
    this.forms = [hand, pad];
    const section = (title: string, form: BindingForm): HTMLDetailsElement => {
      const details = h("details", { class: "bindings" }, h("summary", {}, title), form.element);
      details.addEventListener("toggle", () => {
        if (details.open) form.opened();
      });
      return details;
    };
    return [
      section(fingers() ? "Keys of a keyboard" : "Keys and mouse buttons", hand),
      ...(gamepadsKept() ? [] : [section("Gamepad buttons", pad)]),
    ];
  }

  private async open(file: File): Promise<void> {
    try {
      const v: unknown = JSON.parse(await file.text());
      if (!isRecord(v) || (!("bindings" in v) && !("keys" in v))) throw new SyntaxError("no settings");
      this.set(parseOptions(v));
      this.show();
      setText(this.note, "Done.");
    } catch {
      setText(this.note, "This file holds no settings of doomhost.");
    }
  }

  private set(change: Partial<Options>): void {
    this.options = { ...this.options, ...change };
    this.changed(this.options);
  }

  private range(
    label: string,
    min: number,
    max: number,
    step: number,
    value: number,
    change: (v: number) => Partial<Options>,
    unit = "",
  ): HTMLElement {
    const figure = (v: number): string => (max === 1 ? `${Math.round(v * 100)} %` : `${v}${unit}`);
    const shown = h("output", { class: "figure" }, figure(value));
    const input = h("input", {
      type: "range",
      min: String(min),
      max: String(max),
      step: String(step),
      value: String(value),
      oninput: () => {
        setText(shown, figure(Number(input.value)));
        this.set(change(Number(input.value)));
      },
    });
    return h("label", { class: "field" }, h("span", { class: "label" }, label, " ", shown), input);
  }

  private choice(
    label: string,
    value: string,
    choices: readonly (readonly [string, string])[],
    change: (v: string) => Partial<Options>,
  ): HTMLElement {
    const select = h(
      "select",
      { onchange: () => this.set(change(select.value)) },
      ...choices.map(([v, text]) => h("option", { value: v }, text)),
    );
    select.value = value;
    return h("label", { class: "field" }, h("span", { class: "label" }, label), select);
  }

  private check(label: string, value: boolean, change: (v: boolean) => Partial<Options>): HTMLElement {
    const box = h("input", { type: "checkbox", checked: value, onchange: () => this.set(change(box.checked)) });
    return h("label", { class: "check" }, box, h("span", {}, label));
  }
}
