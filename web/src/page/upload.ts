// One file's way into the host's library, by right of the host's token. XMLHttpRequest,
// as fetch does not tell how much of a body is sent.

import { noAnswer } from "./api";
import { parseWadList, type WadList } from "./wadlist";
import { isRecord, str } from "../shared/lobby";

/** So long nothing may be sent, and so long the host may check a file, in ms. */
const stillMillis = 30_000;
const checkMillis = 10 * 60_000;

/** Why a file was not added, in words for people. */
export class UploadError extends Error {
  constructor(
    message: string,
    private readonly status: number, // of the host's answer; 0: there was none
  ) {
    super(message);
  }

  /** The host takes another file at the moment. */
  get busy(): boolean {
    return this.status === 409;
  }

  /** The same file may be taken another time. */
  get passing(): boolean {
    return this.status === 0 || this.busy || this.status === 408 || this.status >= 500;
  }
}

/** Sends a file, tells how many of its bytes are sent, and brings the list with what became of it. */
export type SendFile = (file: File, sent: (bytes: number) => void, signal: AbortSignal) => Promise<WadList>;

export function sendFile(
  token: string,
  file: File,
  sent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<WadList> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new UploadError(why, request.status));
    };
    const within = (millis: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail(`nothing has happened for ${millis / 1000} s: check the connection to the host, then try again`);
        request.abort();
      }, millis);
    };
    request.open("POST", `/api/wads?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.responseType = "json";
    request.upload.onprogress = (e) => {
      within(stillMillis);
      sent(Math.min(e.loaded, file.size));
    };
    request.upload.onload = () => {
      within(checkMillis);
      sent(file.size);
    };
    request.onload = () => {
      clearTimeout(timer);
      const answer: unknown = request.response;
      if (request.status === 200) resolve(parseWadList(answer));
      else fail((isRecord(answer) ? str(answer.error) : "") || `the host answered ${request.status}: try again`);
    };
    // A folder, and a file that has changed or gone since it was chosen, look like a host that does not answer.
    request.onerror = () =>
      void readable(file).then((yes) =>
        fail(yes ? noAnswer : "the browser cannot read it: choose the file itself, where it lies now"),
      );
    request.onabort = () => fail("it was cancelled");
    signal.addEventListener("abort", () => request.abort());
    within(stillMillis);
    request.send(file);
  });
}

async function readable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
