// What the engine and the upload cost in this browser: recorded games as fast as they
// go, each thing many times in one go, because clocks in browsers are coarse.

import { Engine } from "../worker/engine";
import { WebglRenderer } from "../renderer/webgl";
import { bundleBytes, ticRate } from "../shared/wire";

/** A recorded game, as the engine's start takes it. */
interface Recording {
  readonly name: string;
  readonly skill: number; // 0 to 4
  readonly episode: number;
  readonly map: number;
  readonly players: number; // mask
  readonly bundles: string; // base64
}

interface Task {
  readonly wasm: string; // addresses
  readonly wad: string;
  readonly sha256: string;
  readonly recordings: readonly Recording[];
}

/** Milliseconds, but for tics. */
interface Result {
  readonly tics: number;
  readonly tic: number;
  readonly mix: number; // a tic's worth of samples
  readonly draw: number; // a picture of 320×200
  readonly draw2: number; // of 640×400
  readonly draw2wide: number; // of 852×400
  readonly upload2: number; // of 640×400 to the GPU, and the command to paint it
}

const sampleRate = 48000;
const drawsPerTic = 3; // a screen of 105 Hz

/** Plays all recordings, does something after each tic, and gives the ms per tic. */
function play(engine: Engine, games: readonly [Recording, Uint8Array[]][], after: () => void): number {
  let millis = 0;
  let tics = 0;
  for (const [r, bundles] of games) {
    if (engine.raw.start(r.skill, r.episode, r.map, 0, 0, 0, r.players, 0) === 0)
      throw new Error(`${r.name} does not start`);
    const begin = performance.now();
    for (const bundle of bundles) {
      engine.step(bundle);
      after();
    }
    millis += performance.now() - begin;
    tics += bundles.length;
  }
  return millis / tics;
}

function draws(engine: Engine): () => void {
  return () => {
    for (let i = 1; i <= drawsPerTic; i++) engine.draw(i / drawsPerTic, 0, false);
  };
}

/** The cost of one upload. The canvas has one pixel: what a software GPU paints is another matter. */
function uploads(engine: Engine, width: number, height: number): number {
  const canvas = new OffscreenCanvas(1, 1);
  const renderer = WebglRenderer.create(canvas);
  if (renderer === null) throw new Error("no WebGL2 here");
  const gl = canvas.getContext("webgl2") as WebGL2RenderingContext;
  renderer.palettes(new Uint8Array(engine.palettes()));
  const pixels = new Uint8Array(width * height);
  const done = new Uint8Array(4);
  const some = (n: number): number => {
    const begin = performance.now();
    for (let i = 0; i < n; i++) {
      pixels[i] = i;
      renderer.paint({ pixels, width, height, palette: 0 });
    }
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, done); // waits until all is done
    return (performance.now() - begin) / n;
  };
  some(100);
  return some(1000);
}

async function run(task: Task): Promise<Result> {
  const bytes = async (url: string): Promise<ArrayBuffer> => (await fetch(url)).arrayBuffer();
  const engine = new Engine(await WebAssembly.compile(await bytes(task.wasm)));
  engine.addWad(new Uint8Array(await bytes(task.wad)), task.sha256);
  engine.load("bench");
  const games = task.recordings.map((r): [Recording, Uint8Array[]] => {
    const all = Uint8Array.from(atob(r.bundles), (c) => c.charCodeAt(0));
    return [
      r,
      Array.from({ length: all.length / bundleBytes }, (_, i) => all.subarray(i * bundleBytes, (i + 1) * bundleBytes)),
    ];
  });
  const nothing = (): void => {};
  const cost = (after: () => void): number => play(engine, games, after) - tic;
  const size = (scale: number, width: number): void => engine.raw.view_options(0, scale, width, 0, 0);

  // The browser compiles what is called often once more, and better, behind our back.
  size(2, 320);
  play(engine, games, draws(engine));
  await new Promise((resolve) => setTimeout(resolve, 2000));
  play(engine, games, draws(engine));

  const tic = Math.min(play(engine, games, nothing), play(engine, games, nothing), play(engine, games, nothing));
  const draw2 = cost(draws(engine)) / drawsPerTic;
  size(1, 320);
  const draw = cost(draws(engine)) / drawsPerTic;
  size(2, 426);
  const draw2wide = cost(draws(engine)) / drawsPerTic;
  const mix = cost(() => void engine.mix(Math.ceil(sampleRate / ticRate), sampleRate));
  const tics = games.reduce((n, [, bundles]) => n + bundles.length, 0);
  return { tics, tic, mix, draw, draw2, draw2wide, upload2: uploads(engine, 640, 400) };
}

Object.assign(globalThis, { bench: run });
