// Asking the host for a file, with troubles told apart: it can't be reached or
// stands still, or it answers that it has none.

import { readBody, Watch } from "../shared/patience";
import { fetchRetrying } from "../shared/retryafter";

/** The host did not give what was asked for; status is 0 where it did not answer. */
export class HostError extends Error {
  constructor(
    readonly what: string,
    readonly status: number,
  ) {
    super(status === 0 ? `the host did not answer for ${what}` : `the host answered ${status} for ${what}`);
  }
}

/**
 * Fetches what ("the replay") from the host; any answer that is no success is a
 * HostError. A host that has no room for it now is asked again. A watch goes on over
 * the body, else only the answer's beginning is waited for.
 */
export async function httpRequest(
  what: string,
  path: string,
  init: RequestInit = {},
  watch?: Watch,
): Promise<Response> {
  const own = watch ?? new Watch(init.signal);
  let response: Response;
  try {
    response = await fetchRetrying(path, { ...init, signal: own.signal }, () => own.alive());
  } catch (e) {
    if (init.signal?.aborted) throw e;
    throw new HostError(what, 0);
  } finally {
    if (watch === undefined) own.end();
  }
  if (!response.ok) throw new HostError(what, response.status);
  return response;
}

export interface Answer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** Fetches all of what; progress is told how much of it is there, total is 0 where nobody knows. */
export async function getBytes(
  what: string,
  path: string,
  progress: (done: number, total: number) => void = () => {},
): Promise<Answer> {
  const watch = new Watch();
  try {
    const response = await httpRequest(what, path, { cache: "no-store" }, watch);
    // A packed answer's length is not that of what comes out.
    const total = response.headers.has("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length") ?? 0);
    const pieces: Uint8Array[] = [];
    let length = 0;
    await readBody(response, watch, (piece) => {
      pieces.push(piece);
      length += piece.length;
      progress(length, total);
    });
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return { bytes, headers: response.headers };
  } catch (e) {
    if (e instanceof HostError) throw e;
    throw new HostError(what, 0);
  } finally {
    watch.end();
  }
}

/** The same for a small answer in JSON. */
export async function getJson(what: string, path: string): Promise<unknown> {
  const { bytes } = await getBytes(what, path);
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}
