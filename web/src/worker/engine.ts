// The engine: the WebAssembly module behind typed calls.

import type { Drawn } from "../shared/pictures";
import { bundleBytes, inputBytes } from "../shared/wire";
import { ExitError, Wasi } from "./wasi";
import type { Params } from "../shared/lobby";
import { modes } from "../shared/lobby";
import {
  awaited,
  demoFact,
  demoText,
  fact,
  screenActs,
  startFlag,
  type EngineExports,
} from "../shared/generated/engine";
import type { DemoFacts, GameFacts, PlayOptions } from "../shared/messages";

/** The exports that every WebAssembly module built by Go has. */
interface Exports extends EngineExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
}

/** The engine refused a call, with its own error text, or crashed. */
export class EngineError extends Error {}

export interface StartOptions {
  readonly params: Params;
  readonly netGame: boolean;
  readonly overruns: boolean; // vanilla's overruns, for recordings by another program
  readonly slots: readonly number[];
  readonly console: number;
}

export interface Picture {
  readonly pixels: Uint8Array; // a view into the engine's memory, valid until the next call
  readonly width: number;
  readonly height: number;
  readonly palette: number;
}

/** Copies the picture out of the engine's memory, into the spare buffer if it fits. */
export function copied(
  { pixels, width, height, palette }: Picture,
  spare: ArrayBuffer | null,
): Pick<Drawn, "buffer" | "width" | "height" | "palette"> {
  const buffer = spare?.byteLength === pixels.length ? spare : new ArrayBuffer(pixels.length);
  new Uint8Array(buffer).set(pixels);
  return { buffer, width, height, palette };
}

export class Engine {
  /** The raw exports, for calls that only pass numbers. */
  readonly raw: Exports;

  constructor(module: WebAssembly.Module) {
    const wasi = new Wasi();
    const instance = new WebAssembly.Instance(module, wasi.imports(module));
    this.raw = instance.exports as unknown as Exports;
    wasi.attach(this.raw.memory);
    this.raw._initialize();
  }

  /** Adds a WAD after those before it; the name is for error messages. */
  addWad(data: Uint8Array, sha256: string, name = ""): void {
    const sum = Uint8Array.from({ length: 32 }, (_, i) => parseInt(sha256.slice(2 * i, 2 * i + 2), 16));
    const head = new Uint8Array([...sum, ...new TextEncoder().encode(name)]);
    this.write(head, head.length);
    const ptr = this.raw.wad_ptr(data.length);
    new Uint8Array(this.raw.memory.buffer, ptr, data.length).set(data);
  }

  /** Opens the WADs. The build's name identifies the snapshots. */
  load(build: string): void {
    const name = new TextEncoder().encode(build);
    this.write(name, name.length);
    this.check(this.raw.load());
  }

  start(o: StartOptions): void {
    const p = o.params;
    const flags =
      (o.netGame ? startFlag.netGame : 0) |
      (p.nomonsters ? startFlag.noMonsters : 0) |
      (p.fast ? startFlag.fast : 0) |
      (p.respawn ? startFlag.respawn : 0) |
      (o.overruns ? startFlag.overruns : 0);
    const players = o.slots.reduce((mask, slot) => mask | (1 << slot), 0);
    this.check(
      this.raw.start(p.skill - 1, p.episode, p.map, modes.indexOf(p.mode), flags, p.timer, players, o.console),
    );
  }

  /** Sets a player's settings and the slot whose screen it is. */
  options(o: PlayOptions, slot: number): void {
    this.raw.input_options(o.mouseSpeed, o.mouseForward ? 1 : 0, o.alwaysRun ? 1 : 0);
    this.raw.view_options(slot, o.scale, o.wide ? wideColumns(o.aspect) : 320, o.bar ? 0 : 1, o.fieldOfView);
    this.raw.style_options(o.crosshair, o.figures, o.calm);
    this.raw.volumes(Math.round(o.effects * 127), Math.round(o.music * 127), 127);
    this.raw.screen(screenActs.indexOf("messages"), o.messages ? 1 : 0);
  }

  /** Starts showing the title pages and demos in turn, in place of a game. */
  attract(): void {
    this.check(this.raw.attract());
  }

  /** Advances by one tic; returns the number of the part being shown. */
  attractStep(): number {
    return this.raw.attract_step();
  }

  /** Executes one bundle; the returned mask says whose ticcmds don't fit this state. */
  step(bundle: Uint8Array): number {
    this.write(bundle, bundleBytes);
    const inconsistent = this.raw.step();
    if (inconsistent < 0) throw this.failure();
    return inconsistent;
  }

  /** The state's hash as 16 hexadecimal digits. */
  hash(): string {
    return BigInt.asUintN(64, this.raw.hash()).toString(16).padStart(16, "0");
  }

  /** The message to the relay with the tic's ticcmd. */
  build(tic: number, now: number): Uint8Array<ArrayBuffer> {
    this.check(this.raw.build(tic, now));
    return new Uint8Array(this.raw.memory.buffer, this.raw.out_ptr(), inputBytes).slice();
  }

  draw(alpha: number, now: number, predict: boolean): Picture {
    this.check(this.raw.draw(alpha, now, predict ? 1 : 0));
    const width = this.raw.frame_width();
    const height = this.raw.frame_height();
    return {
      pixels: new Uint8Array(this.raw.memory.buffer, this.raw.frame_ptr(), width * height),
      width,
      height,
      palette: this.raw.frame_palette(),
    };
  }

  palettes(): ArrayBuffer {
    this.check(this.raw.palettes());
    return this.out().slice().buffer;
  }

  /** Interleaved stereo samples, as a view into the engine's memory. */
  mix(samples: number, rate: number): Int16Array {
    // The call may grow the memory, which replaces the buffer.
    const ptr = this.raw.mix(samples, rate);
    return new Int16Array(this.raw.memory.buffer, ptr, 2 * samples);
  }

  save(): Uint8Array<ArrayBuffer> {
    this.check(this.raw.save());
    return this.out().slice();
  }

  restore(snapshot: Uint8Array): void {
    this.write(snapshot, snapshot.length);
    this.check(this.raw.restore());
  }

  /** Replaces the open chat line with the text, as far as the game's font has its characters. */
  chatText(line: string): void {
    const text = new TextEncoder().encode(line);
    this.write(text, text.length);
    this.raw.chat_text();
  }

  /** Names a player for the chat lines; "" means the color's name. */
  name(slot: number, name: string): void {
    const text = new TextEncoder().encode(name);
    this.write(text, text.length);
    this.raw.name(slot);
  }

  /** Opens a demo by any program and returns its facts; needs no WADs. */
  openDemo(demo: Uint8Array): DemoFacts {
    this.write(demo, demo.length);
    this.check(this.raw.demo_open());
    const figure = (which: number): number => this.raw.demo_fact(which);
    const text = (which: number): Uint8Array<ArrayBuffer> => {
      this.raw.demo_text(which);
      return this.out().slice();
    };
    const words = (which: number): string => new TextDecoder().decode(text(which));
    const players = figure(demoFact.players);
    return {
      program: words(demoText.program),
      note: words(demoText.note),
      trailer: text(demoText.trailer),
      tics: figure(demoFact.tics),
      skill: figure(demoFact.skill) + 1,
      episode: figure(demoFact.episode),
      map: figure(demoFact.map),
      mode: modes[figure(demoFact.deathmatch)] ?? "coop",
      respawn: figure(demoFact.respawn) !== 0,
      fast: figure(demoFact.fast) !== 0,
      nomonsters: figure(demoFact.noMonsters) !== 0,
      console: figure(demoFact.console),
      slots: [0, 1, 2, 3].filter((slot) => (players >> slot) & 1),
      netGame: figure(demoFact.netGame) !== 0,
      truncated: figure(demoFact.truncated) !== 0,
    };
  }

  /** Bundles of the opened demo in a row; fewer at its end. */
  demoBundles(first: number, count: number): Uint8Array<ArrayBuffer> {
    this.raw.demo_bundles(first, count);
    return this.out().slice();
  }

  inGame(slot: number): boolean {
    return this.raw.fact(fact.inGame, slot) !== 0;
  }

  game(): GameFacts {
    return {
      phase: this.raw.fact(fact.phase, 0),
      episode: this.raw.fact(fact.episode, 0),
      map: this.raw.fact(fact.map, 0),
      paused: this.raw.fact(fact.paused, 0) !== 0,
      awaits: awaited[this.raw.fact(fact.awaits, 0)] ?? "nothing",
    };
  }

  player(slot: number): { inGame: boolean; health: number; x: number; y: number; angle: number } {
    return {
      inGame: this.inGame(slot),
      health: this.raw.fact(fact.health, slot),
      x: this.raw.fact(fact.x, slot),
      y: this.raw.fact(fact.y, slot),
      angle: this.raw.fact(fact.angle, slot),
    };
  }

  mapShown(): boolean {
    return this.raw.fact(fact.mapShown, 0) !== 0;
  }

  private write(bytes: Uint8Array, length: number): void {
    const ptr = this.raw.in_ptr(length);
    new Uint8Array(this.raw.memory.buffer, ptr, length).set(bytes);
  }

  private out(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.raw.memory.buffer as ArrayBuffer, this.raw.out_ptr(), this.raw.out_len());
  }

  private check(ok: number): void {
    if (ok === 0) throw this.failure();
  }

  private failure(): EngineError {
    const text = new Uint8Array(this.raw.memory.buffer, this.raw.error_ptr(), this.raw.error_len());
    return new EngineError(new TextDecoder().decode(text));
  }
}

/** Columns of a picture with the given aspect; vanilla's 320 correspond to 4:3. */
function wideColumns(aspect: number): number {
  return Math.round((240 * aspect) / 2) * 2;
}

/** Describes an error that was thrown while the engine ran. */
export function engineFailure(e: unknown): string {
  if (e instanceof ExitError || e instanceof EngineError || e instanceof WebAssembly.RuntimeError) return e.message;
  return e instanceof Error ? e.message : String(e);
}
