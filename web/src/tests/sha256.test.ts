import { test } from "./check";
import { Sha256, sha256Hex } from "../worker/sha256";

const known: readonly (readonly [string, string])[] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["a".repeat(1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"],
];

test("SHA-256 of known texts", async (c) => {
  for (const [text, want] of known) {
    const data = new TextEncoder().encode(text);
    c.equal(await sha256Hex(data), want, `whole, ${text.length} bytes`);
    for (const piece of [1, 7, 63, 64, 65, 200]) {
      const sum = new Sha256();
      for (let at = 0; at < data.length; at += piece) sum.update(data.subarray(at, at + piece));
      c.equal(sum.digest(), want, `${text.length} bytes in pieces of ${piece}`);
    }
  }
});
