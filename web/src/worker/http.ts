// Fetches files from the host and tells failures apart: the host can't be reached or stalls,
// or it answers with an error.

import { readBody, Watch } from "../shared/patience";
import { fetchRetrying } from "../shared/retryafter";

/** The host did not deliver the file; status is 0 if it did not answer. */
export class HostError extends Error {
  constructor(
    readonly what: string,
    readonly status: number,
  ) {
    super(status === 0 ? `the host did not answer for ${what}` : `the host answered ${status} for ${what}`);
  }
}

/**
 * Fetches a file, named what ("the replay") in errors, from the host; any answer other than success
 * is a HostError. If the host has no room for the request now, it retries. A watch given by the
 * caller also covers the body; otherwise only the answer's beginning is timed.
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

/** Fetches the whole body; progress gets the bytes so far, with a total of 0 if it is unknown. */
export async function getBytes(
  what: string,
  path: string,
  progress: (done: number, total: number) => void = () => {},
): Promise<Answer> {
  const watch = new Watch();
  try {
    const response = await httpRequest(what, path, { cache: "no-store" }, watch);
    // With a content encoding, Content-Length is not the length of the decoded body.
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

/** Fetches a small answer in JSON. */
export async function getJson(what: string, path: string): Promise<unknown> {
  const { bytes } = await getBytes(what, path);
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}
