// SHA-256, piece by piece. crypto.subtle is not there on a plain http address
// and takes no pieces, so the sum of a WAD is made here while it arrives.

// First 32 bits of the fractional parts of the cube roots of the first 64 primes.
const roundConstants = ((): Uint32Array => {
  const k = new Uint32Array(64);
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) {
      if (n % d === 0) prime = false;
    }
    if (prime) k[found++] = (Math.cbrt(n) % 1) * 2 ** 32;
  }
  return k;
})();

export class Sha256 {
  private readonly state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]);
  private readonly words = new Int32Array(64);
  private readonly rest = new Uint8Array(64);
  private restLength = 0;
  private length = 0;

  update(data: Uint8Array): void {
    this.length += data.length;
    let at = 0;
    if (this.restLength > 0) {
      at = Math.min(64 - this.restLength, data.length);
      this.rest.set(data.subarray(0, at), this.restLength);
      this.restLength += at;
      if (this.restLength < 64) return;
      this.block(this.rest, 0);
      this.restLength = 0;
    }
    for (; at + 64 <= data.length; at += 64) this.block(data, at);
    this.rest.set(data.subarray(at));
    this.restLength = data.length - at;
  }

  /** The sum in hexadecimal. The object is used up. */
  digest(): string {
    const bits = this.length * 8;
    const tail = new Uint8Array(this.restLength < 56 ? 64 : 128);
    tail.set(this.rest.subarray(0, this.restLength));
    tail[this.restLength] = 0x80;
    const view = new DataView(tail.buffer);
    view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(tail.length - 4, bits >>> 0);
    for (let at = 0; at < tail.length; at += 64) this.block(tail, at);
    let text = "";
    for (const word of this.state) text += (word >>> 0).toString(16).padStart(8, "0");
    return text;
  }

  private block(data: Uint8Array, at: number): void {
    const w = this.words;
    const k = roundConstants;
    const s = this.state;
    for (let i = 0; i < 16; i++, at += 4) {
      w[i] = ((data[at] as number) << 24) | ((data[at + 1] as number) << 16) | ((data[at + 2] as number) << 8) | (data[at + 3] as number);
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15] as number;
      const y = w[i - 2] as number;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
    }
    let a = s[0] as number, b = s[1] as number, c = s[2] as number, d = s[3] as number;
    let e = s[4] as number, f = s[5] as number, g = s[6] as number, h = s[7] as number;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (k[i] as number) + (w[i] as number)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    s[0] = ((s[0] as number) + a) | 0;
    s[1] = ((s[1] as number) + b) | 0;
    s[2] = ((s[2] as number) + c) | 0;
    s[3] = ((s[3] as number) + d) | 0;
    s[4] = ((s[4] as number) + e) | 0;
    s[5] = ((s[5] as number) + f) | 0;
    s[6] = ((s[6] as number) + g) | 0;
    s[7] = ((s[7] as number) + h) | 0;
  }
}

/** The SHA-256 of a whole buffer, by the browser where it will do it. */
export async function sha256Hex(data: Uint8Array<ArrayBuffer>): Promise<string> {
  // Not there outside secure contexts, whatever the types say.
  const subtle = (crypto as Partial<Crypto>).subtle;
  if (subtle !== undefined) {
    const sum = new Uint8Array(await subtle.digest("SHA-256", data));
    return Array.from(sum, (b) => b.toString(16).padStart(2, "0")).join("");
  }
  const sum = new Sha256();
  sum.update(data);
  return sum.digest();
}
