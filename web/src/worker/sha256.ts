// Incremental SHA-256. crypto.subtle does not exist over plain HTTP and takes no pieces, so
// the hash of a WAD is computed while it arrives. All use of the vendored library is in this
// file.

import { sha256 } from "../../vendor/noble-hashes/sha2.js";

export class Sha256 {
  private readonly hash = sha256.create();

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  /** The hash in hexadecimal. The object can't be used afterwards. */
  digest(): string {
    return hex(this.hash.digest());
  }
}

/** The SHA-256 of a whole buffer, computed by the browser if it can. */
export async function sha256Hex(data: Uint8Array<ArrayBuffer>): Promise<string> {
  // Undefined outside secure contexts, whatever the types say.
  const subtle = (crypto as Partial<Crypto>).subtle;
  if (subtle !== undefined) return hex(new Uint8Array(await subtle.digest("SHA-256", data)));
  const sum = new Sha256();
  sum.update(data);
  return sum.digest();
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
