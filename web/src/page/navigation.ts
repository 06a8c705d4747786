// The ways into a game and out of it.

import type { ScreenStore } from "./screenstore";
import type { Post } from "./workerlink";
import type { ToWorker } from "../shared/messages";

export class Navigation {
  constructor(
    private readonly store: ScreenStore,
    private readonly post: Post,
  ) {}

  /** Enters what the Worker is asked for. */
  enter(message: ToWorker): void {
    this.store.dispatch({ k: "enter" });
    this.post(message);
  }

  leave(): void {
    this.post({ k: "leave" });
    this.store.dispatch({ k: "left" });
  }
}
