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
  return fileButton(text, { accept }, ([file]) => {
    if (file !== undefined) opened(file);
  });
}

/** A button that asks for files, one or more. */
export function openFilesButton(text: string, opened: (files: readonly File[]) => void): HTMLElement {
  // Phones offer no file at all whose ending they don't know, so nothing is asked for.
  return fileButton(text, { multiple: true }, opened);
}

function fileButton(
  text: string,
  kind: { readonly accept?: string; readonly multiple?: boolean },
  opened: (files: readonly File[]) => void,
): HTMLElement {
  const input = h("input", {
    type: "file",
    ...kind,
    class: "offscreen",
    tabindex: "-1",
    "aria-label": text,
    onchange: () => {
      const files = [...(input.files ?? [])];
      input.value = ""; // the same one may be chosen again
      if (files.length > 0) opened(files);
    },
  });
  return h("span", {}, h("button", { type: "button", class: "quiet", onclick: () => input.click() }, text), input);
}
