// Files that are dragged onto the page and dropped: each goes to who takes files
// of its kind. Nothing that is dropped takes the browser to another page.

import { h, setText } from "./dom";

/** Takes the files of its kind that were dropped together; there is one at least. */
export type TakeFiles = (files: readonly File[]) => void;

interface FileConsumer {
  readonly extensions: readonly string[];
  readonly offered: () => boolean;
  readonly open: TakeFiles;
}

/** What becomes of files that were dropped together. */
export interface Sorted<F> {
  readonly accepted: readonly { readonly taker: number; readonly files: readonly F[] }[];
  readonly refused: readonly F[];
}

export class DropZone {
  /** Covers the page while files are dragged over it. */
  readonly element: HTMLElement;
  private readonly text = h("p");
  private takers: readonly FileConsumer[] = [];

  /**
   * open tells whether files may be dropped at present, and refuse is told in
   * words why a file is not taken.
   */
  constructor(
    private readonly open: () => boolean,
    private readonly refuse: (name: string, why: string) => void,
  ) {
    this.element = h("div", { class: "drop", hidden: true, "aria-hidden": "true" }, this.text);
  }

  /**
   * Has files with these extensions (".dhr") brought to take. Who registers later has
   * an extension before who registered it earlier. While offered says no, the page does
   * not name them, and take says why not. The result takes it back.
   */
  register(extensions: readonly string[], open: TakeFiles, offered: () => boolean = () => true): () => void {
    const taker = { extensions, open, offered };
    this.takers = [taker, ...this.takers];
    return () => {
      this.takers = this.takers.filter((t) => t !== taker);
    };
  }

  /** Listens to what is dragged over the window. */
  listen(target: EventTarget): void {
    const on = (type: string, act: (e: DragEvent) => void): void =>
      target.addEventListener(type, (e) => {
        if (e instanceof DragEvent && e.dataTransfer?.types.includes("Files") === true) act(e);
      });
    on("dragenter", (e) => this.over(e));
    on("dragover", (e) => this.over(e));
    on("dragleave", (e) => {
      if (e.relatedTarget === null) this.element.hidden = true; // it left the window
    });
    on("drop", (e) => {
      e.preventDefault();
      this.element.hidden = true;
      if (this.acceptsFiles()) this.dropped([...(e.dataTransfer?.files ?? [])]);
    });
  }

  private over(e: DragEvent): void {
    e.preventDefault();
    const takes = this.acceptsFiles();
    if (e.dataTransfer !== null) e.dataTransfer.dropEffect = takes ? "copy" : "none";
    setText(this.text, `Drop it here: ${this.kinds()}`);
    this.element.hidden = !takes;
  }

  private acceptsFiles(): boolean {
    return this.takers.length > 0 && this.open();
  }

  private dropped(files: readonly File[]): void {
    const { accepted, refused } = sortFiles(
      files,
      this.takers.map((t) => t.extensions),
    );
    const [first] = refused;
    if (first !== undefined) this.refuse(first.name, `This page takes ${this.kinds()}.`);
    for (const { taker, files: theirs } of accepted) this.takers[taker]?.open(theirs);
  }

  private kinds(): string {
    const all = [...new Set(this.takers.filter((t) => t.offered()).flatMap((t) => t.extensions))].sort();
    return all.length < 2 ? all.join() : `${all.slice(0, -1).join(", ")} or ${all.at(-1) ?? ""}`;
  }
}

/** Sorts files by the extensions that each taker takes. */
export function sortFiles<F extends { readonly name: string }>(
  files: readonly F[],
  takers: readonly (readonly string[])[],
): Sorted<F> {
  const accepted = new Map<number, F[]>();
  const refused: F[] = [];
  for (const file of files) {
    const name = file.name.toLowerCase();
    const taker = takers.findIndex((extensions) => extensions.some((x) => name.endsWith(x)));
    if (taker < 0) refused.push(file);
    else accepted.set(taker, [...(accepted.get(taker) ?? []), file]);
  }
  return { accepted: [...accepted].map(([taker, theirs]) => ({ taker, files: theirs })), refused };
}
