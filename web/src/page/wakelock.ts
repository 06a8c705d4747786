// Keeps the screen awake while somebody plays or watches, as far as the browser
// lets a page: by a wake lock at secure addresses, by a video that plays at plain
// http. The video is a stream from a canvas without sound: browsers keep the
// screen on for a stream however small, and not for a small silent file.

import { h } from "./dom";

/** What keeps the screen awake now. */
export type Held = "none" | "lock" | "video";

// A stream has a new picture only when its canvas is painted, in ms.
const repaintEvery = 1000;

export class ScreenAwake {
  private wanted = false;
  private lock: WakeLockSentinel | null = null;
  private asking = false;
  private video: { readonly element: HTMLVideoElement; stop(): void } | null = null;

  constructor() {
    // The browser takes a lock away with a hidden page and gives none back.
    document.addEventListener("visibilitychange", () => this.settle());
    // Some refuse a lock or a video until somebody did something.
    for (const type of ["pointerup", "keyup"] as const) {
      addEventListener(type, () => {
        if (this.held === "none" || this.video?.element.paused === true) this.settle();
      });
    }
  }

  get held(): Held {
    if (this.lock !== null) return "lock";
    return this.video !== null ? "video" : "none";
  }

  /** Whether the screen is wanted awake. */
  want(on: boolean): void {
    if (on === this.wanted) return;
    this.wanted = on;
    this.settle();
  }

  private get due(): boolean {
    return this.wanted && !document.hidden;
  }

  private settle(): void {
    if (!this.due) {
      void this.lock?.release();
      this.lock = null;
      this.video?.stop();
      this.video = null;
      return;
    }
    if (this.lock !== null || this.asking) return;
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    if (wakeLock === undefined) this.play();
    else void this.request(wakeLock);
  }

  private async request(wakeLock: WakeLock): Promise<void> {
    this.asking = true;
    try {
      const lock = await wakeLock.request("screen");
      if (!this.due) {
        void lock.release(); // it came too late
        return;
      }
      this.lock = lock;
      this.video?.stop();
      this.video = null;
      lock.addEventListener("release", () => {
        if (this.lock === lock) this.lock = null;
      });
    } catch {
      // A battery that runs low, or a policy: the video may be let.
      if (this.due) this.play();
    } finally {
      this.asking = false;
    }
  }

  private play(): void {
    this.video ??= smallVideo();
    // Where it is refused, the next key or touch tries again.
    this.video?.element.play().catch(() => undefined);
  }
}

/** A video of two pixels in a corner of the window; null where there are no streams of a canvas. */
function smallVideo(): { readonly element: HTMLVideoElement; stop(): void } | null {
  const canvas = h("canvas");
  canvas.width = canvas.height = 2;
  const paint = canvas.getContext("2d");
  if (paint === null || typeof canvas.captureStream !== "function") return null;
  const stream = canvas.captureStream();
  const element = h("video", { class: "awake", "aria-hidden": "true", tabindex: "-1" });
  element.muted = true;
  element.playsInline = true;
  element.srcObject = stream;
  document.body.append(element);
  let bright = false;
  const repaint = (): void => {
    bright = !bright;
    paint.fillStyle = bright ? "#010101" : "#000";
    paint.fillRect(0, 0, 2, 2);
  };
  repaint();
  const timer = setInterval(repaint, repaintEvery);
  return {
    element,
    stop: () => {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
      element.srcObject = null;
      element.remove();
    },
  };
}
