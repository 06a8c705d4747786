// The host's newest snapshot of the running game: who joins late starts from it
// and replays only what came after.

/** The state as the engine restores it; null where there is none. */
export async function fetchSnapshot(): Promise<Uint8Array | null> {
  try {
    const response = await fetch("/api/session/snapshot", { cache: "no-store" });
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  } catch {
    return null; // then the whole history does
  }
}
