/** What we use of the library. */
interface Hash {
  update(data: Uint8Array): this;
  digest(): Uint8Array;
}

export declare const sha256: { create(): Hash };
