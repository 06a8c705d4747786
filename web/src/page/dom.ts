// Making elements without a framework.

type Child = Node | string | null | false;

interface Props {
  readonly class?: string;
  readonly id?: string;
  readonly title?: string;
  readonly type?: string;
  readonly value?: string;
  readonly name?: string;
  readonly href?: string;
  readonly src?: string;
  readonly alt?: string;
  readonly for?: string;
  readonly placeholder?: string;
  readonly maxlength?: string;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly autocomplete?: string;
  readonly enterkeyhint?: string;
  readonly dir?: "auto";
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly download?: string;
  readonly role?: string;
  readonly hidden?: boolean;
  readonly disabled?: boolean;
  readonly checked?: boolean;
  readonly tabindex?: string;
  readonly [aria: `aria-${string}`]: string;
  readonly [data: `data-${string}`]: string;
  readonly onclick?: (e: MouseEvent) => void;
  readonly oninput?: (e: Event) => void;
  readonly onchange?: (e: Event) => void;
  readonly onsubmit?: (e: Event) => void;
  readonly onkeydown?: (e: KeyboardEvent) => void;
  readonly onblur?: (e: FocusEvent) => void;
}

/** Makes an element: h("button", { class: "start", onclick }, "Start"). */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props) as [string, unknown][]) {
    if (typeof value === "function") el.addEventListener(key.slice(2), value as EventListener);
    else if (typeof value === "boolean") el.toggleAttribute(key, value);
    else el.setAttribute(key, String(value));
  }
  el.append(...children.filter((c): c is Node | string => c !== null && c !== false));
  return el;
}

/** Sets an element's text, and leaves it alone where it says that already. */
export function setText(el: Element, text: string): void {
  if (el.textContent !== text) el.textContent = text;
}

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * A picture of square pixels. Each character of the rows is a pixel; fills
 * gives the color of a character, others stay empty.
 */
export function pixels(rows: readonly string[], fills: Readonly<Record<string, string>>, label: string): SVGSVGElement {
  const svg = document.createElementNS(svgSpace, "svg");
  const width = Math.max(...rows.map((r) => r.length));
  svg.setAttribute("viewBox", `0 0 ${width} ${rows.length}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  if (label === "") {
    svg.setAttribute("aria-hidden", "true");
  } else {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  }
  for (const [char, fill] of Object.entries(fills)) {
    let d = "";
    rows.forEach((row, y) => {
      for (let x = 0; x < row.length; x++) {
        if (row[x] !== char) continue;
        let run = 1;
        while (row[x + run] === char) run++;
        d += `M${x} ${y}h${run}v1h-${run}z`;
        x += run - 1;
      }
    });
    const path = document.createElementNS(svgSpace, "path");
    path.setAttribute("d", d);
    path.setAttribute("fill", fill);
    svg.append(path);
  }
  return svg;
}
