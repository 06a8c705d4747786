// The game that the host fetches (/api/wads/fetch): begun and ended by the host's page,
// followed by everybody's while there is no game.

import { callApi, bearer } from "./api";
import type * as host from "../shared/generated/api";
import { fields, int, str } from "../shared/lobby";

/** done and total are bytes; a total of 0: unknown. */
export interface FetchState extends Required<Omit<host.FetchState, "state">> {
  readonly state: "idle" | "running" | "done" | "failed";
}

export const idleFetch: FetchState = { state: "idle", what: "", done: 0, total: 0, error: "" };

export function parseFetch(v: unknown): FetchState {
  const o = fields<host.FetchState>(v);
  const state = (["running", "done", "failed"] as const).find((s) => s === o.state) ?? "idle";
  return { state, what: str(o.what), done: int(o.done), total: int(o.total), error: str(o.error) };
}

/** How often the host is asked, in ms: while a game comes, and while none does. */
const runningEvery = 400;
const idleEvery = 3000;

type Ask = (path: string, init?: RequestInit) => Promise<unknown>;

export class GameFetch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private on = false;
  private run = 0; // answers to older questions are out of date
  private state: FetchState = idleFetch;

  /** changed is told of each change; then also what to do is asked of the list of WADs, when a game has come. */
  constructor(
    private readonly token: () => string,
    private readonly changed: (state: FetchState) => void,
    private readonly came: () => void,
    private readonly request: Ask = callApi,
  ) {}

  get now(): FetchState {
    return this.state;
  }

  /** Follows what the host fetches, or lets it be. */
  follow(on: boolean): void {
    if (on === this.on) return;
    this.on = on;
    if (on) void this.poll();
    else clearTimeout(this.timer);
  }

  start(): Promise<void> {
    return this.act("POST");
  }

  cancel(): Promise<void> {
    return this.act("DELETE");
  }

  private async act(method: string): Promise<void> {
    const run = ++this.run;
    clearTimeout(this.timer);
    try {
      this.set(parseFetch(await this.request("/api/wads/fetch", { method, ...bearer(this.token()) })));
    } catch (e) {
      this.set({ ...idleFetch, state: "failed", error: e instanceof Error ? e.message : String(e) });
    }
    if (run === this.run) this.later();
  }

  private async poll(): Promise<void> {
    const run = ++this.run;
    try {
      const token = this.token();
      const state = parseFetch(await this.request("/api/wads/fetch", token === "" ? {} : bearer(token)));
      if (run === this.run) this.set(state);
    } catch {
      // The lobby says that the connection is lost.
    }
    if (run === this.run) this.later();
  }

  private later(): void {
    clearTimeout(this.timer);
    if (!this.on) return;
    this.timer = setTimeout(() => void this.poll(), this.state.state === "running" ? runningEvery : idleEvery);
  }

  private set(state: FetchState): void {
    const came = state.state === "done" && this.state.state !== "done";
    this.state = state;
    this.changed(state);
    if (came) this.came();
  }
}
