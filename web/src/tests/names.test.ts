import { test } from "./check";
import { nameNote, ownNote } from "../page/seats";
import { possibleName, tidyName } from "../shared/names";

test("names of all scripts are possible, what is none is not", (c) => {
  for (const name of ["", "Grüße", "李明", "עברית", "Ørjan", "Gru\u0308n", "Ada-2_b", "नमस्ते", "0123456789"])
    c.ok(possibleName(name), name);
  for (const name of ["😀", "a\u202eb", "\u0301a", "<b>", "01234567890", "a\u200db"])
    c.ok(!possibleName(name), JSON.stringify(name));
  c.equal(tidyName("  Gru\u0308n   Gras "), "Grün Gras", "as the host has it");
});

test("the own seat says why it is called otherwise than was typed", (c) => {
  c.equal(ownNote("Ann 2", "Ann"), 'You ("Ann" is taken)', "another Ann");
  c.equal(nameNote("Ann 2", "Ann"), "Taken: the others see you as Ann 2.", "beside the field, also after a reload");
  c.equal([nameNote("Ann", "Ann"), nameNote("", "Ann"), nameNote("Green", "")], ["", "", ""], "nothing to say");
  c.equal(ownNote("Longishn 2", "Longishname"), 'You ("Longishname" is taken)', "shortened for the number");
  for (const [name, typed] of [
    ["Ann", "Ann"],
    ["Ann 2", "Ann 2"],
    ["Green", ""],
    ["Ann", "Bob"],
    ["Ann 2", "Bob"],
  ] as const) {
    c.equal(ownNote(name, typed), "You", `${name} of ${typed}`);
  }
});
