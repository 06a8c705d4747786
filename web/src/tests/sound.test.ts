import { test } from "./check";
import { AudioFigures } from "../shared/audiofigures";
import { SoundFeed } from "../worker/sound";
import type { Engine } from "../worker/engine";
import type { FromWorklet, ToWorklet } from "../shared/worklet";

test("the lead shrinks in calm, grows with gaps, and stays within 60 ms after one", (c) => {
  const f = new AudioFigures();
  f.begin(1);
  c.equal(f.lead, 0.12, "in the beginning");
  f.calm(4.5);
  c.equal(f.lead, 0.05, "a little later");
  for (let now = 15; now < 100; now += 11) f.calm(now);
  const least = f.lead;
  f.gap(100, 50);
  c.equal(f.lead > least && f.lead <= 0.0600001, true, "after one gap");
  for (let i = 0; i < 20; i++) f.gap(100, 50);
  c.equal([f.lead, f.gaps, f.missing], [0.3, 21, 1050], "after many");
  f.calm(105);
  c.equal(f.lead, 0.3, "too early");
  for (let now = 111; now < 400; now += 11) f.calm(now);
  c.equal(f.lead, least, "after five minutes");
});

/** The Worker's feed, an engine that may play, and an audio thread that says how it stands. */
interface Studio {
  readonly feed: SoundFeed;
  readonly sent: (number | null)[];
  playing: boolean;
  report(waiting: number, received: number): void;
}

function studio(): Studio {
  const sent: (number | null)[] = [];
  const port = {
    onmessage: null as ((e: { data: FromWorklet }) => void) | null,
    postMessage: (m: ToWorklet) => sent.push(m === null ? null : m.byteLength / 4),
    close: () => {},
  };
  const engine = { mix: (samples: number) => new Int16Array(2 * samples) };
  const s: Studio = {
    feed: new SoundFeed(
      () => (s.playing ? (engine as unknown as Engine) : null),
      () => {},
    ),
    report: (waiting: number, received: number) =>
      port.onmessage?.({ data: { waiting, received, missing: 0, gaps: 0 } }),
    sent,
    playing: true,
  };
  s.feed.connect(port as unknown as MessagePort);
  return s;
}

test("the audio thread gets what is missing, with what is on its way counted", (c) => {
  const s = studio();
  s.report(0, 0);
  c.equal(s.sent, [], "nobody listens");
  s.feed.queueChanged(10000, 0, 0);
  s.report(0, 0);
  c.equal(s.sent, [null, 1200], "the first piece");
  s.report(0, 0);
  c.equal(s.sent.length, 2, "it is still on its way");
  s.report(1200, 1200);
  c.equal(s.sent.length, 2, "nothing was played");
  s.report(800, 1200);
  c.equal(s.sent.slice(2), [400], "what was played");
  s.report(0, 1600);
  c.equal(s.sent.slice(3), [1200], "all was played");
});

test("silence between two games is no gap", (c) => {
  const s = studio();
  s.feed.queueChanged(10000, 0, 0);
  s.report(0, 0);
  s.playing = false;
  s.report(0, 1200);
  s.report(0, 1200);
  c.equal(s.sent, [null, 1200], "in the lobby");
  s.playing = true;
  s.report(0, 1200);
  c.equal(s.sent.slice(2), [null, 1200], "the next game begins anew");
});
