// The host's newest snapshot of the running game: a late joiner starts from it and replays
// only what came after.

import { httpRequest, getBytes } from "./http";
import { EngineError, type Engine } from "./engine";

type Progress = (done: number, total: number) => void;

/** The state in the form that the engine restores; null if there is none. */
async function fetchSnapshot(progress: Progress): Promise<Uint8Array | null> {
  try {
    return (await getBytes("the state of the game", "/api/session/snapshot", progress)).bytes;
  } catch {
    return null; // the whole history does instead
  }
}

/**
 * Uploads a state that differs from the host's, for the host's report. The host takes it once; if
 * it does not, nothing is lost.
 */
export async function reportState(slot: number, token: string, state: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await httpRequest("the report", `/api/session/state?slot=${slot}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: state,
    });
  } catch {
    // The game matters more.
  }
}

/** Restores the host's snapshot, if there is one of this build and these WADs. */
export async function skipAhead(engine: Engine, progress: Progress = () => {}): Promise<boolean> {
  const snapshot = await fetchSnapshot(progress);
  if (snapshot === null) return false;
  try {
    engine.restore(snapshot);
    return true;
  } catch (e) {
    if (!(e instanceof EngineError)) throw e;
    console.warn("doomhost: the host's snapshot does not fit:", e.message);
    return false;
  }
}
