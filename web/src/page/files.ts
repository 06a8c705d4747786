// Files that a person keeps, and brings back.

import { h } from "./dom";

export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to read it only later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A button that asks for a file. */
export function openButton(text: string, accept: string, opened: (file: File) => void): HTMLElement {
  const input = h("input", {
    type: "file",
    accept,
    class: "offscreen",
    tabindex: "-1",
    "aria-label": text,
    onchange: () => {
      const file = input.files?.[0];
      if (file !== undefined) opened(file);
      input.value = ""; // the same one may be chosen again
    },
  });
  return h("span", {}, h("button", { type: "button", class: "quiet", onclick: () => input.click() }, text), input);
}
