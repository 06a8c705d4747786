// SHA-256, piece by piece. crypto.subtle is not there on a plain http address
// and takes no pieces, so the sum of a WAD is made while it arrives. All use of
// the vendored library is here.

import { sha256 } from "../../vendor/noble-hashes/sha2.js";

export class Sha256 {
  private readonly hash = sha256.create();

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  /** The sum in hexadecimal. The object is used up. */
  digest(): string {
    return hex(this.hash.digest());
  }
}

/** The SHA-256 of a whole buffer, by the browser where it will do it. */
export async function sha256Hex(data: Uint8Array<ArrayBuffer>): Promise<string> {
  // Not there outside secure contexts, whatever the types say.
  const subtle = (crypto as Partial<Crypto>).subtle;
  if (subtle !== undefined) return hex(new Uint8Array(await subtle.digest("SHA-256", data)));
  const sum = new Sha256();
  sum.update(data);
  return sum.digest();
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
