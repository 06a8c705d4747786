import { test } from "./check";
import { ScreenAwake } from "../page/wakelock";

/** Puts something in the place of the browser's wake locks while body runs; undefined: there are none, as at plain http. */
async function withLocks(value: unknown, body: () => Promise<void>): Promise<void> {
  Object.defineProperty(navigator, "wakeLock", { value, configurable: true });
  try {
    await body();
  } finally {
    delete (navigator as unknown as Record<string, unknown>).wakeLock;
    hide(false);
  }
}

function hide(hidden: boolean): void {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  if (!hidden) delete (document as unknown as Record<string, unknown>).hidden;
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
const videos = (): HTMLVideoElement[] => [...document.querySelectorAll("video")];

async function until(done: () => boolean): Promise<boolean> {
  for (let i = 0; i < 1000 && !done(); i++) await new Promise((next) => setTimeout(next, 10));
  return done();
}

/** Wake locks that are granted when the test says so. */
function locks(): { request: () => Promise<unknown>; asked: number; released: number; grant: (() => void)[] } {
  const all = {
    asked: 0,
    released: 0,
    grant: [] as (() => void)[],
    request: () => {
      all.asked++;
      const lock = new EventTarget() as EventTarget & { release: () => Promise<void> };
      lock.release = () => {
        all.released++;
        lock.dispatchEvent(new Event("release"));
        return Promise.resolve();
      };
      return new Promise((resolve) => all.grant.push(() => resolve(lock)));
    },
  };
  return all;
}

test("a wake lock is held while the page is seen, and let go with the game", async (c) => {
  const l = locks();
  await withLocks(l, async () => {
    const awake = new ScreenAwake();
    c.equal([awake.held, l.asked], ["none", 0], "nobody plays");
    awake.want(true);
    awake.want(true);
    l.grant.shift()?.();
    await settled();
    c.equal([awake.held, l.asked, l.released], ["lock", 1, 0], "held");
    hide(true);
    c.equal([awake.held, l.released], ["none", 1], "hidden");
    hide(false);
    l.grant.shift()?.();
    await settled();
    c.equal([awake.held, l.asked], ["lock", 2], "taken again");
    awake.want(false);
    c.equal([awake.held, l.released], ["none", 2], "the game is left");
    awake.want(true);
    awake.want(false);
    l.grant.shift()?.();
    await settled();
    c.equal([awake.held, l.asked, l.released], ["none", 3, 3], "a lock that comes too late is given back");
    c.equal(videos().length, 0, "no video");
  });
});

test("without wake locks a silent video plays, and ends with the game", async (c) => {
  await withLocks(undefined, async () => {
    const awake = new ScreenAwake();
    awake.want(true);
    const [video] = videos();
    c.equal([awake.held, video?.muted], ["video", true], "a video");
    c.ok(
      await until(() => video !== undefined && !video.paused && video.currentTime > 0 && video.videoWidth > 0),
      "it plays",
    );
    const at = video?.currentTime ?? 0;
    c.ok(await until(() => (video?.currentTime ?? 0) > at), "it goes on");
    hide(true);
    c.equal([awake.held, videos().length], ["none", 0], "hidden");
    hide(false);
    c.equal([awake.held, videos().length], ["video", 1], "seen again");
    awake.want(false);
    c.equal([awake.held, videos().length], ["none", 0], "the game is left");
  });
});

test("where a lock is refused, the video plays", async (c) => {
  await withLocks({ request: () => Promise.reject(new DOMException("battery", "NotAllowedError")) }, async () => {
    const awake = new ScreenAwake();
    awake.want(true);
    await settled();
    c.equal(awake.held, "video", "instead");
    awake.want(false);
  });
});

test("this browser gives a wake lock at a secure address", async (c) => {
  c.ok(isSecureContext, "secure");
  const awake = new ScreenAwake();
  awake.want(true);
  c.ok(await until(() => awake.held === "lock"), `held: ${awake.held}`);
  awake.want(false);
  c.equal(awake.held, "none", "let go");
});
