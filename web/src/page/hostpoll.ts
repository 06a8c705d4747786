// Asks the host what it tells of itself: its addresses and its list of WADs. Both may
// have changed whenever the host is back; while somebody looks at the lobby they are watched.

import type { AdminAuth } from "./adminauth";
import { fetchEngineId, fetchInfo, type HostInfo } from "./api";
import { Retry } from "./retry";
import type { ScreenStore } from "./screenstore";
import { fetchWads, reloadWads, type WadList } from "./wadlist";

export interface HostFollower {
  info?(info: HostInfo): void;
  list?(list: WadList): void;
  /** What is waited for, in words; empty: nothing. */
  retrying?(words: string): void;
}

// How often the lobby asks for the host's addresses, in ms: they change with its
// network, while the own connection may stay.
const lookEvery = 4000;
// How long after it could not be described the host is asked again, in ms.
const describeAgain = 2000;

export class HostPoll {
  private readonly followers: HostFollower[] = [];
  private readonly describing: Retry;
  private outdated = false;
  private revision = ""; // of the list that is shown
  private links = 0; // connections to the lobby that were made; each may be to another host
  private described = -1; // the last of them whose host was asked for all that it tells of itself
  private listedIds: ReadonlySet<string> = new Set(); // of that list
  private askedFor = ""; // the WADs that were missing in it, and asked for

  /** engine is the one that this page was made with. */
  constructor(
    private readonly auth: AdminAuth,
    private readonly store: ScreenStore,
    private readonly engine: string,
  ) {
    this.describing = new Retry(() => this.describe(), describeAgain, {
      every: () => lookEvery,
      status: (words) => this.followers.forEach((f) => f.retrying?.(words)),
    });
  }

  follow(follower: HostFollower): void {
    this.followers.push(follower);
  }

  /** The host's list is there. */
  get hasList(): boolean {
    return this.revision !== "";
  }

  now(): void {
    void this.describing.now();
  }

  /** A connection to the lobby was made. */
  connected(): void {
    this.links++;
    this.now();
  }

  /** Lets the host look into its folders again. */
  async reload(): Promise<void> {
    this.listed(await reloadWads(this.auth.token));
  }

  listed(list: WadList): void {
    this.revision = list.revision;
    this.listedIds = new Set(list.wads.map((w) => w.id));
    for (const f of this.followers) f.list?.(list);
  }

  /** The lobby's game and add-ons. What the list does not have came just now: nobody need wait for the next look. */
  chosen(wads: readonly string[]): void {
    const missing = wads.filter((id) => id !== "" && !this.listedIds.has(id)).join(" ");
    if (missing === "" || missing === this.askedFor) return;
    this.askedFor = missing;
    this.now();
  }

  // A page of an older doomhost would be out of step with all others. Between
  // games nobody misses it.
  renew(): void {
    if (this.outdated && this.store.screen.at === "lobby") location.reload();
  }

  private async describe(): Promise<void> {
    const link = this.links;
    const known = this.described === link;
    const { screen } = this.store;
    if (known && (screen.at !== "lobby" || screen.lobby.unreachable?.retryFor === 0 || document.hidden)) return;
    const info = await fetchInfo();
    for (const f of this.followers) f.info?.(info);
    if (known && info.wads === this.revision) return;
    const [list, engine] = await Promise.all([fetchWads(this.auth.token), fetchEngineId().catch(() => "")]);
    this.outdated = engine !== "" && engine !== this.engine;
    this.renew();
    this.listed(list);
    this.described = link;
  }
}
