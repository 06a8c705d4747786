// The page's own little pictures: the name in blocks, and a marine's helmet in
// the color of its slot.

import { pixels } from "./dom";

const letters: Readonly<Record<string, readonly string[]>> = {
  D: ["####.", "#...#", "#...#", "#...#", "#...#", "#...#", "####."],
  O: [".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."],
  M: ["#...#", "##.##", "#.#.#", "#.#.#", "#...#", "#...#", "#...#"],
  H: ["#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"],
  S: [".####", "#....", "#....", ".###.", "....#", "....#", "####."],
  T: ["#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."],
};

/** "DOOM" burns, "HOST" is steel. */
export function logo(): SVGSVGElement {
  const rows = Array.from({ length: 7 }, () => "");
  const add = (char: string, heat: boolean): void => {
    const glyph = letters[char] ?? [];
    for (let y = 0; y < 7; y++) {
      // Hotter at the top.
      const fill = heat ? (y < 2 ? "a" : y < 5 ? "b" : "c") : y < 3 ? "x" : "y";
      rows[y] += (glyph[y] ?? "").replaceAll("#", fill) + ".";
    }
  };
  for (const char of "DOOM") add(char, true);
  for (const char of "HOST") add(char, false);
  return pixels(
    rows.map((r) => r.slice(0, -1)),
    { a: "#ffc45e", b: "#ef7d28", c: "#b83a1c", x: "#d9d2c7", y: "#93897c" },
    "doomhost",
  );
}

const helmet = [
  ".....hhhhhh.....",
  "...hhHHHHHHhh...",
  "..hHHLLHHHHHHh..",
  "..hHLLHHHHHHHh..",
  ".hHHLHHHHHHHHHh.",
  ".hHHHHHHHHHHHHh.",
  ".hHHddddddddHHh.",
  ".hHdvvvvvvvvdHh.",
  ".hHdvwwvvvvVdHh.",
  ".hHdvwvvvvVVdHh.",
  ".hHdvvvvvVVVdHh.",
  ".hhHddvvVVddHhh.",
  "..ghhddddddhhg..",
  "..gghHHHHHHhgg..",
  "...gghhhhhhgg...",
  ".....gggggg.....",
];

/** A helmet; its color is the element's --slot. */
export function marine(): SVGSVGElement {
  return pixels(
    helmet,
    {
      h: "var(--slot-dark)",
      H: "var(--slot)",
      L: "color-mix(in srgb, var(--slot) 60%, #fff)",
      d: "#15100d",
      v: "#e8822a",
      V: "#b4531a",
      w: "#ffe0a0",
      g: "#57504a",
    },
    "",
  );
}
