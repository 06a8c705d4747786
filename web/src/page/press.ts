// A press counts for the button on which it began, also where the page moves
// something else under the mouse before it ends: a notice may come at any time.

/** A mouse that goes further in between has left the button on purpose, in CSS pixels. */
const slack = 6;

interface Press {
  readonly button: HTMLElement;
  readonly x: number;
  readonly y: number;
}

/** Sees to the presses within root. */
export function keepPresses(root: EventTarget): void {
  let press: Press | null = null;
  const on = <K extends keyof GlobalEventHandlersEventMap>(
    type: K,
    hear: (e: GlobalEventHandlersEventMap[K]) => void,
  ): void => root.addEventListener(type, hear as EventListener, { capture: true });
  on("pointerdown", (e) => {
    // A finger's press stays with what it touched anyway.
    const button = e.pointerType === "mouse" && e.button === 0 ? buttonAt(e.target) : null;
    press = button === null ? null : { button, x: e.clientX, y: e.clientY };
  });
  on("pointercancel", () => (press = null));
  on("pointerup", (e) => {
    const ended = press;
    press = null;
    if (ended === null || e.button !== 0) return;
    const { button, x, y } = ended;
    if (buttonAt(e.target) === button || Math.hypot(e.clientX - x, e.clientY - y) > slack) return;
    // The browser sees no click here, or one on what holds both places.
    setTimeout(() => {
      if (button.isConnected && button.checkVisibility() && button.closest("[inert]") === null) button.click();
    });
  });
}

function buttonAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("button, a[href], summary, label") : null;
}
