// The page's end of the Worker that plays.

import type { FromWorker, ToWorker } from "../shared/messages";

export type Post = (message: ToWorker, transfer?: Transferable[]) => void;

export class WorkerLink {
  private readonly worker: Worker;

  constructor(url: string) {
    this.worker = new Worker(url, { name: "doomhost" });
  }

  readonly post: Post = (message, transfer = []) => this.worker.postMessage(message, transfer);

  listen(received: (m: FromWorker) => void, failed: (detail: string) => void): void {
    this.worker.onmessage = (e: MessageEvent<FromWorker>) => received(e.data);
    this.worker.onerror = (e) => failed(e.message);
  }

  terminate(): void {
    this.worker.terminate();
  }
}
