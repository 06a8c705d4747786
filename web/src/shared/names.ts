// Players' names, by the host's rules (relay/wire/text.go), which has the last word.

import { maxName } from "./generated/protocol";

/** As the host has it: composed, single blanks inside, none at the ends. */
export function tidyName(name: string): string {
  return name
    .normalize("NFC")
    .split(" ")
    .filter((s) => s !== "")
    .join(" ");
}

/** Whether the host will take a name; where this browser cannot count what is seen, by its letters alone. */
export function possibleName(name: string): boolean {
  const tidy = tidyName(name);
  if (!/^(?:[\p{L}\p{Nd} _-][\p{L}\p{Nd}\p{M} _-]*)?$/u.test(tidy)) return false;
  if (typeof Intl.Segmenter !== "function") return true;
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(tidy)].length <= maxName;
}
