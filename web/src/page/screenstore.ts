// Holds the screen's state: events change it, and views follow it.

import { firstScreen, reduce, type PageEvent, type Screen } from "./state";

export class ScreenStore {
  private current: Screen = firstScreen;
  private readonly views: ((screen: Screen) => void)[] = [];

  get screen(): Screen {
    return this.current;
  }

  /** Calls view after each change, in the order in which views followed. */
  follow(view: (screen: Screen) => void): void {
    this.views.push(view);
  }

  dispatch(e: PageEvent): void {
    const before = this.current;
    this.current = reduce(before, e);
    if (this.current === before) return;
    for (const view of this.views) view(this.current);
  }
}
