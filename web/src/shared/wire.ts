// The tic channel's bytes (little-endian, see PROTOCOL section 1), and where
// things stand in them.

import { bundleBytes, bundleHeadBytes, inputBytes, ticRate } from "./generated/protocol";

export { bundleBytes, closeCode, inputBytes, slots, ticcmdBytes, ticRate } from "./generated/protocol";

/** Where the high byte of slot 0's turn stands in a bundle. */
export const bundleAngle = bundleHeadBytes + 3;

export const ticMillis = 1000 / ticRate;

/**
 * A ticcmd for a tic that was sealed long ago changes nothing; it is a player's
 * word that it is there. From this bundle on tic 0 is such a tic, also for a drop-in.
 */
export const stillHere = new Uint8Array(inputBytes);
export const sealedLongAgo = 64;

export interface BundleHead {
  readonly tic: number;
  readonly inGame: number;
  readonly fabricated: number;
}

/** Reads what the client itself needs of a bundle; null if it isn't one. */
export function bundleHead(data: ArrayBuffer): BundleHead | null {
  if (data.byteLength !== bundleBytes) return null;
  const view = new DataView(data);
  return { tic: view.getUint32(0, true), inGame: view.getUint8(4), fabricated: view.getUint8(5) };
}
