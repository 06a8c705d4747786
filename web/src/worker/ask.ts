// Asking the host for a file, with troubles told apart: it can't be reached, or
// it answers that it has none.

/** The host did not give what was asked for; status is 0 where it did not answer. */
export class HostError extends Error {
  constructor(
    readonly what: string,
    readonly status: number,
  ) {
    super(status === 0 ? `the host did not answer for ${what}` : `the host answered ${status} for ${what}`);
  }
}

/** Fetches what ("the replay") from the host; any answer that is no success is a HostError. */
export async function ask(what: string, path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (e) {
    if (init.signal?.aborted) throw e;
    throw new HostError(what, 0);
  }
  if (!response.ok) throw new HostError(what, response.status);
  return response;
}
