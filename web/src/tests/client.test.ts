import { test } from "./check";
import { Client } from "../worker/client";
import { defaultParams, type ToHost } from "../shared/lobby";
import type { FromWorker } from "../shared/messages";

/** The host's end of every socket that is opened. */
class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: unknown }) => void) | null = null;
  onclose: ((e: { code: number; reason: string }) => void) | null = null;
  readonly sent: ToHost[] = [];

  constructor(readonly url: string) {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToHost);
  }
  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  end(code: number, reason: string): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
  /** What was said, but for pings. */
  get said(): readonly ToHost[] {
    return this.sent.filter((m) => m.t !== "ping");
  }
}

/** A Client whose host is the test, and whose WADs never arrive. */
async function alone(body: (client: Client, told: FromWorker[]) => Promise<void> | void): Promise<void> {
  const real = { fetch: globalThis.fetch, socket: globalThis.WebSocket };
  globalThis.fetch = () => new Promise(() => undefined);
  globalThis.WebSocket = Wire as unknown as typeof WebSocket;
  Wire.all = [];
  try {
    const told: FromWorker[] = [];
    await body(new Client("/engine.wasm", "build", null, false, "socket", (m) => void told.push(m)), told);
  } finally {
    globalThis.fetch = real.fetch;
    globalThis.WebSocket = real.socket;
    lobby().end(4403, ""); // it dials no more
  }
}

function lobby(): Wire {
  return Wire.all.filter((w) => w.url.endsWith("/ws/lobby")).at(-1) as Wire;
}

const params = { ...defaultParams, wad: "a.wad", wadId: "a" };

function seated(): void {
  lobby().open();
  lobby().say({ t: "welcome", slot: 1, color: "Indigo", token: "t" });
  lobby().say({ t: "roster", players: [{ slot: 1, name: "Ada" }], freeSlots: [0, 2, 3], params, inGame: false });
}

function launch(): void {
  lobby().say({ t: "launch", params, numplayers: 4, slots: [0, 1], names: ["", "Ada", "", ""], token: "t" });
}

const kinds = (told: readonly FromWorker[]): string[] => told.map((m) => m.k);

test("who gives up while WADs load leaves the game, so that nobody waits", (c) =>
  alone((client, told) => {
    seated();
    launch();
    client.lobby.leave();
    c.equal(lobby().said, [{ t: "leave", token: "t" }], "the host is told");
    c.equal(kinds(told).at(-1), "idle", "and the page has its answer");
  }));

test("who gives up a game of its own keeps the seat in the lobby", (c) =>
  alone((client) => {
    seated();
    client.games.solo(params, { input: new Uint8Array(0), overruns: false }, "");
    client.lobby.leave();
    c.equal(lobby().said, [], "nothing for the host");
  }));

test("the end of the host's game does not end what loads beside it", (c) =>
  alone((client, told) => {
    seated();
    client.games.solo(params, { input: new Uint8Array(0), overruns: false }, "");
    lobby().say({ t: "ended", reason: "all left" });
    c.ok(!kinds(told).includes("gameEnded"), "a game for one");
    client.lobby.leave();
    launch();
    lobby().say({ t: "ended", reason: "all left" });
    c.ok(kinds(told).includes("gameEnded"), "the host's own");
  }));

test("who was sent away stays away until it wants to come back", (c) =>
  alone(async (client, told) => {
    seated();
    lobby().end(4403, "the host sent you away");
    c.equal(
      told.filter((m) => m.k === "gameEnded" || (m.k === "lobbyLink" && m.state === "away")),
      [
        { k: "lobbyLink", state: "away", retryIn: 0 },
        { k: "gameEnded", failure: { kind: "kicked", detail: "the host sent you away" } },
      ],
      "told why",
    );
    await new Promise((r) => setTimeout(r, 400));
    c.equal(Wire.all.length, 1, "connections");
    client.lobby.connect();
    client.lobby.connect();
    c.equal(Wire.all.length, 2, "one more, as it wanted");
    lobby().end(1006, "");
    await new Promise((r) => setTimeout(r, 400));
    c.equal(Wire.all.length, 3, "one that breaks comes back by itself");
  }));

test("a seat that the connection before holds still is asked for by the next one", (c) =>
  alone(async () => {
    const redialed = async (): Promise<void> => {
      const before = Wire.all.length;
      lobby().end(1006, "");
      while (Wire.all.length === before) await new Promise((r) => setTimeout(r, 20));
      lobby().open();
    };
    const resume = [{ t: "resume", slot: 1, token: "t" }];
    seated();
    await redialed();
    lobby().say({ t: "full", reason: "" });
    c.equal(lobby().said, resume, "where none is free");
    lobby().say({ t: "welcome", slot: 1, color: "Indigo", token: "t" });
    await redialed();
    lobby().say({ t: "welcome", slot: 2, color: "Brown", token: "u" });
    c.equal(lobby().said, resume, "where there was another one meanwhile");
    lobby().say({ t: "welcome", slot: 1, color: "Indigo", token: "t" });
    c.equal(lobby().said, resume, "once");
    await redialed();
    await redialed();
    lobby().say({ t: "inprogress", params, frontier: 0, players: [], freeSlots: [0] });
    c.equal(lobby().said, resume, "where the game was launched meanwhile");
    lobby().say({ t: "error", reason: "the seat is not yours any more" });
    await redialed();
    lobby().say({ t: "full", reason: "" });
    c.equal(lobby().said, [], "not when it is gone");
  }));

test("what goes wrong in the Worker ends the game there, too", (c) =>
  alone((client, told) => {
    seated();
    launch();
    client.broke(new Error("no"));
    c.ok(kinds(told).includes("gameEnded"), "the page is told");
    const before = told.length;
    lobby().say({ t: "ended", reason: "" });
    c.ok(!kinds(told.slice(before)).includes("gameEnded"), "nothing is left to end");
  }));
