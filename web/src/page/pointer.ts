// Whether fingers point here, or a mouse: texts speak of what there is.

const coarse = matchMedia("(pointer: coarse)");

export function fingers(): boolean {
  return coarse.matches;
}

/** Calls when a mouse is plugged in or taken away, or a tablet leaves its keyboard. */
export function pointerChanges(changed: () => void): void {
  coarse.addEventListener("change", changed);
}
