// What the page asks the host over HTTP: small answers, each within a time limit.
// A request that hangs holds one of the browser's six connections to the host.

import { fetchRetrying } from "../shared/retryafter";

/** So long an answer is waited for, ms. */
export const answerMillis = 8_000;
/** The same where the host works for the answer: it tries a map, searches the network, reads its folders again. */
export const workMillis = 60_000;

/** The host cannot be reached, or has not answered within the limit. */
export class NoAnswerError extends Error {
  constructor() {
    super("The host does not answer");
  }
}

export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  /** The body, where it is JSON; else null. */
  readonly value: unknown;
}

/**
 * Asks, and reads the whole answer. Throws NoAnswerError where none comes within limit ms.
 * A host that has no room for the request now is asked again.
 */
export async function httpRequest(path: string, init: RequestInit = {}, limit = answerMillis): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetchRetrying(path, () => ({ cache: "no-store", ...init, signal: AbortSignal.timeout(limit) }));
    text = await response.text();
  } catch {
    throw new NoAnswerError();
  }
  return { ok: response.ok, status: response.status, value: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
