// The engine with its WADs, ready for a game. Loading takes one to ten seconds, so it begins
// as soon as the lobby says which WADs the game needs.

import { Downloads } from "./downloads";
import { httpRequest, HostError } from "./http";
import { Engine, engineFailure } from "./engine";
import { FileError } from "./fileerror";
import { hostWads } from "./hostwads";
import { WadCache } from "./wadcache";
import { openStore } from "./store";
import { DamagedWadError, loadWad, type Progress } from "./wads";
import type { Params } from "../shared/lobby";
import type { LoadStep, Failure } from "../shared/messages";
import { readBody, StillError, Watch } from "../shared/patience";

export type LoadProgress = (step: LoadStep, done: number, total: number) => void;

interface Loading {
  readonly key: string;
  readonly abort: AbortController;
  readonly engine: Promise<Engine>;
}

export class ContentLoader {
  private module: Promise<WebAssembly.Module> | null = null;
  private readonly cache = new WadCache(openStore("wads"));
  private readonly downloads = new Downloads((id, signal, progress) => loadWad(this.cache, id, signal, progress));
  private current: Loading | null = null;

  constructor(
    private readonly wasmUrl: string,
    private readonly build: string,
    private readonly progress: LoadProgress,
  ) {
    this.compiled().catch(() => {}); // the next caller retries
  }

  /** The engine's program, fetched once. */
  private compiled(): Promise<WebAssembly.Module> {
    if (this.module !== null) return this.module;
    const module = compile(this.wasmUrl);
    this.module = module;
    module.catch(() => {
      if (this.module === module) this.module = null;
    });
    return module;
  }

  /** An engine without WADs, which can read demos. */
  async bare(): Promise<Engine> {
    return new Engine(await this.compiled());
  }

  /** An engine with these WADs (SHA-256, IWAD first); the same WADs give the same engine. */
  engine(ids: readonly string[]): Promise<Engine> {
    const key = ids.join(" ");
    if (this.current?.key === key) return this.current.engine;
    this.current?.abort.abort();
    const abort = new AbortController();
    const engine = this.load(ids, abort.signal);
    const loading = { key, abort, engine };
    this.current = loading;
    engine.catch(() => {
      // The next caller retries.
      if (this.current === loading) this.current = null;
    });
    return engine;
  }

  /** Whether this browser keeps the WAD, regardless of the host. */
  async keeps(id: string): Promise<boolean> {
    return (await this.cache.get(id)) !== null;
  }

  /** Forgets the engine: after a failure its memory can't be trusted. */
  discard(): void {
    this.current = null;
  }

  private async load(ids: readonly string[], signal: AbortSignal): Promise<Engine> {
    // Both are fetched at once; handle a failure of one even while the other is pending.
    const compiling = this.compiled();
    compiling.catch(() => {});
    const progress: Progress = (done, total) => {
      if (!signal.aborted) this.progress("wad", done, total);
    };
    const wads = await this.downloads.fetch(ids, progress);
    const module = await compiling;
    const names = await namesOf(ids);
    signal.throwIfAborted();
    this.progress("level", 0, 1);
    const engine = new Engine(module);
    wads.forEach((wad, i) => engine.addWad(wad, ids[i] ?? "", names[i]));
    engine.load(this.build);
    return engine;
  }
}

/** The names of WADs, for lists with add-ons; without the host's list they have no names. */
async function namesOf(ids: readonly string[]): Promise<string[]> {
  if (ids.length < 2) return [];
  const wads = await hostWads();
  return ids.map((id) => wads.find((w) => w.id === id)?.name ?? "");
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const watch = new Watch();
  try {
    const response = await httpRequest("the engine", url, {}, watch);
    const streamed = WebAssembly.compileStreaming(response.clone());
    const [module] = await Promise.allSettled([
      streamed,
      readBody(response.clone(), watch, () => {}).finally(() => watch.end()),
    ]);
    if (module.status === "fulfilled") return module.value;
    // A proxy removed the content type, or the browser does not support streaming.
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (e) {
    throw e instanceof StillError ? new HostError("the engine", 0) : e;
  } finally {
    watch.end();
  }
}

/** A game's WADs, in the form that ContentLoader.engine takes. */
export function wadIds(params: Params): string[] {
  return [params.wadId, ...params.pwads];
}

/** Why a game could not be loaded, as a failure for the page. */
export function loadFailure(e: unknown): Failure {
  if (e instanceof FileError) return { kind: "file", name: e.file, detail: e.message };
  if (e instanceof DamagedWadError) return { kind: "wadDamaged", name: e.message };
  if (e instanceof HostError && e.status !== 0) return { kind: "host", what: e.what, status: e.status };
  if (e instanceof HostError || e instanceof TypeError) return { kind: "wads", detail: "the host did not answer" };
  if (e instanceof WebAssembly.CompileError || e instanceof WebAssembly.RuntimeError)
    return { kind: "engine", detail: e.message };
  return { kind: "content", detail: engineFailure(e) };
}
