// The few calls of WASI preview 1 that Go's runtime makes, with a console for its standard
// output and error. There are no files, no arguments and no environment.

const enum Errno {
  success = 0,
  badf = 8,
  nosys = 52,
}

/** Thrown when the program exits: a Go runtime that crashed can't be used again. */
export class ExitError extends Error {
  constructor(
    readonly code: number,
    output: string,
  ) {
    super(output === "" ? `the engine ended with code ${code}` : output);
  }
}

export class Wasi {
  private memory: WebAssembly.Memory | null = null;
  private text = "";
  private readonly decoder = new TextDecoder();

  /** Call this before the program runs. */
  attach(memory: WebAssembly.Memory): void {
    this.memory = memory;
  }

  /** An import object for the module; unknown calls return "no such call". */
  imports(module: WebAssembly.Module): WebAssembly.Imports {
    const known: Record<string, (...args: number[]) => number> = {
      args_get: () => Errno.success,
      args_sizes_get: (count = 0, size = 0) => this.twoZeros(count, size),
      environ_get: () => Errno.success,
      environ_sizes_get: (count = 0, size = 0) => this.twoZeros(count, size),
      sched_yield: () => Errno.success,
      fd_write: (fd = 0, iovs = 0, count = 0, written = 0) => this.fdWrite(fd, iovs, count, written),
      random_get: (ptr = 0, length = 0) => this.randomGet(ptr, length),
      poll_oneoff: (subs = 0, events = 0, count = 0, out = 0) => this.pollOneoff(subs, events, count, out),
      proc_exit: (code = 0) => {
        throw new ExitError(code, this.text.trim());
      },
    };
    const functions: Record<string, WebAssembly.ImportValue> = {
      // Its precision is an i64, which is a bigint here.
      clock_time_get: (id: number, _precision: bigint, ptr: number) => this.clockTimeGet(id, ptr),
    };
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      if (from !== "wasi_snapshot_preview1" || kind !== "function" || name in functions) continue;
      functions[name] = known[name] ?? (() => Errno.nosys);
    }
    return { wasi_snapshot_preview1: functions };
  }

  private view(): DataView {
    if (this.memory === null) throw new Error("the engine ran before its memory was there");
    return new DataView(this.memory.buffer);
  }

  private twoZeros(a: number, b: number): number {
    const view = this.view();
    view.setUint32(a, 0, true);
    view.setUint32(b, 0, true);
    return Errno.success;
  }

  private fdWrite(fd: number, iovs: number, count: number, written: number): number {
    if (fd !== 1 && fd !== 2) return Errno.badf;
    const view = this.view();
    let total = 0;
    for (let i = 0; i < count; i++) {
      const ptr = view.getUint32(iovs + 8 * i, true);
      const length = view.getUint32(iovs + 8 * i + 4, true);
      this.text += this.decoder.decode(new Uint8Array(view.buffer, ptr, length));
      total += length;
    }
    // A crash gives its reason in the first lines; the goroutines' stacks can be cut.
    if (this.text.length > 4000) this.text = this.text.slice(0, 4000);
    view.setUint32(written, total, true);
    return Errno.success;
  }

  private clockTimeGet(id: number, ptr: number): number {
    const millis = id === 0 ? Date.now() : performance.now();
    this.view().setBigUint64(ptr, BigInt(Math.round(millis * 1e6)), true);
    return Errno.success;
  }

  private randomGet(ptr: number, length: number): number {
    // getRandomValues is available over plain HTTP, and takes 64 KiB at most.
    for (let at = 0; at < length; at += 65536) {
      crypto.getRandomValues(new Uint8Array(this.view().buffer, ptr + at, Math.min(65536, length - at)));
    }
    return Errno.success;
  }

  /**
   * Go calls it only to sleep. A Worker's thread cannot sleep and need not: every subscription is
   * reported as due at once.
   */
  private pollOneoff(subs: number, events: number, count: number, out: number): number {
    const view = this.view();
    for (let i = 0; i < count; i++) {
      const sub = subs + 48 * i;
      const event = events + 32 * i;
      view.setBigUint64(event, view.getBigUint64(sub, true), true); // user data
      view.setUint16(event + 8, Errno.success, true);
      view.setUint8(event + 10, view.getUint8(sub + 8)); // type
    }
    view.setUint32(out, count, true);
    return Errno.success;
  }
}
