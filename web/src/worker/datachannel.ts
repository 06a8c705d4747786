// A data channel to the host. Only a page may have a peer connection, so the page creates it
// (page/rtc.ts) and transfers the channel. This file has the signaling and the channel's
// messages.

import { FastEnd } from "./fast";
import { socketUrl } from "./socket";
import type { FromPageRtc, ToPageRtc } from "../shared/messages";
import { isRecord, int, str } from "../shared/lobby";
import { closeCode } from "../shared/wire";

export type ChannelMode = "ordered" | "fast";

export interface DataChannelEvents {
  opened(mode: ChannelMode): void;
  bundle(data: ArrayBuffer): void;
  /** With the host's code, or 0 on failure. */
  closed(code: number, reason: string): void;
}

// How long to wait for the host's reason after a channel broke.
const lastWordMillis = 150;

export class DataChannel {
  private readonly signaling: WebSocket;
  private pipe: RTCDataChannel | MessagePort | null = null;
  private fast: FastEnd | null = null;
  private mode: ChannelMode = "ordered";
  private isOpen = false;
  private ended = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    path: string,
    private readonly wanted: ChannelMode | null, // null: the host's choice
    private readonly nextTic: () => number,
    private readonly toPage: (message: ToPageRtc) => void,
    private readonly events: DataChannelEvents,
  ) {
    this.signaling = new WebSocket(socketUrl(path));
    this.signaling.onmessage = (e: MessageEvent<unknown>) => {
      if (typeof e.data === "string") this.fromHost(e.data);
    };
    this.signaling.onclose = (e) => {
      // An open channel outlives its signaling.
      if (!this.isOpen) this.end(e.code === closeCode.token ? e.code : 0, e.reason);
    };
  }

  /** Sends a ticcmd with its tic; in the fast mode flush sends it. */
  send(message: Uint8Array<ArrayBuffer>): void {
    if (this.fast !== null) {
      this.fast.put(new DataView(message.buffer, message.byteOffset).getUint32(0, true), message.slice(4));
    } else {
      this.write(message);
    }
  }

  flush(): void {
    if (this.fast === null || !this.isOpen) return;
    const now = performance.now();
    this.write(this.fast.message(now));
    this.arm(now);
  }

  /** Every bundle below a tic has arrived, over either route. */
  executed(tic: number): void {
    this.fast?.confirm(tic);
  }

  close(code: number): void {
    this.ended = true;
    this.release(code);
  }

  /** Handles the page's news of its peer connection. */
  fromPage(m: FromPageRtc): void {
    if (this.ended) return;
    switch (m.is) {
      case "offer":
        this.say({ t: "offer", sdp: m.sdp });
        break;
      case "candidate":
        this.say({ t: "candidate", ...m.candidate });
        break;
      case "channel":
        this.takeOver(m.channel);
        break;
      case "failed":
        this.end(0, m.reason);
        break;
    }
  }

  private fromHost(text: string): void {
    let m: unknown;
    try {
      m = JSON.parse(text);
    } catch {
      return;
    }
    if (this.ended || !isRecord(m)) return;
    switch (m.t) {
      case "hello":
        this.mode = this.wanted ?? (m.mode === "fast" ? "fast" : "ordered");
        this.toPage({ act: "open", mode: this.mode, pass: this.wanted !== null });
        break;
      case "answer":
        this.toPage({ act: "answer", sdp: str(m.sdp) });
        break;
      case "candidate":
        this.toPage({
          act: "candidate",
          candidate: {
            candidate: str(m.candidate),
            sdpMid: typeof m.sdpMid === "string" ? m.sdpMid : null,
            sdpMLineIndex: int(m.sdpMLineIndex),
          },
        });
        break;
      case "closed":
        this.end(int(m.code), str(m.reason));
        break;
      case "error":
        this.end(0, str(m.reason));
        break;
    }
  }

  /** Takes over the channel, or a port to it if the browser can't transfer it. */
  private takeOver(pipe: RTCDataChannel | MessagePort): void {
    this.pipe = pipe;
    const received = (data: unknown): void => {
      if (data instanceof ArrayBuffer) this.received(data);
      else if (data === "open") this.open();
      else if (data === "close") this.broke();
    };
    if (pipe instanceof MessagePort) {
      pipe.onmessage = (e: MessageEvent<unknown>) => received(e.data);
      return;
    }
    pipe.binaryType = "arraybuffer";
    pipe.onmessage = (e: MessageEvent<unknown>) => received(e.data);
    pipe.onopen = () => this.open();
    pipe.onclose = () => this.broke();
    if (pipe.readyState === "open") this.open();
  }

  private open(): void {
    if (this.isOpen || this.ended) return;
    this.isOpen = true;
    if (this.mode === "fast") this.fast = new FastEnd(this.nextTic());
    this.events.opened(this.mode);
  }

  private broke(): void {
    // The host's reason comes over the signaling, which may be later than the channel's end.
    setTimeout(() => this.end(0, "the channel broke"), lastWordMillis);
  }

  private received(data: ArrayBuffer): void {
    if (this.ended) return;
    if (this.fast === null) {
      this.events.bundle(data);
      return;
    }
    for (const bundle of this.fast.receive(data)) this.events.bundle(bundle);
    this.arm(performance.now());
  }

  /** Schedules the next message that is due even without new ticcmds. */
  private arm(now: number): void {
    clearTimeout(this.timer);
    const due = this.fast?.deadline ?? Infinity;
    if (due === Infinity || this.ended) return;
    this.timer = setTimeout(() => this.flush(), Math.max(0, due - now));
  }

  private write(bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.isOpen || this.ended || this.pipe === null) return;
    if (this.pipe instanceof MessagePort) {
      this.pipe.postMessage(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
      return;
    }
    try {
      this.pipe.send(bytes);
    } catch {
      this.broke(); // its buffer is full, or it is closing
    }
  }

  private say(message: object): void {
    if (this.signaling.readyState === WebSocket.OPEN) this.signaling.send(JSON.stringify(message));
  }

  private end(code: number, reason: string): void {
    if (this.ended) return;
    this.ended = true;
    this.release(closeCode.again);
    this.events.closed(code, reason);
  }

  private release(code: number): void {
    clearTimeout(this.timer);
    this.signaling.close(code);
    this.pipe?.close();
    this.toPage({ act: "close" });
  }
}
