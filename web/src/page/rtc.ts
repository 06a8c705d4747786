// The page's part in data channels: a peer connection exists in pages alone,
// not in Workers. The channel itself is given to the Worker where the browser
// can do that, so that a busy page holds up no tic; else the page passes on what
// comes, if it was asked to.

import type { FromPageRtc, ToPageRtc } from "../shared/messages";

// What may wait in a channel that the page sends for the Worker, in bytes.
const maxBuffered = 16 << 10;

export class PeerConnection {
  private pc: RTCPeerConnection | null = null;

  constructor(private readonly toWorker: (message: FromPageRtc, transfer: Transferable[]) => void) {}

  fromWorker(m: ToPageRtc): void {
    switch (m.act) {
      case "open":
        this.open(m.mode, m.pass);
        break;
      case "answer":
        this.pc?.setRemoteDescription({ type: "answer", sdp: m.sdp }).catch((e: unknown) => this.fail(e));
        break;
      case "candidate":
        // One that is of no use does no harm.
        this.pc?.addIceCandidate(m.candidate.candidate === "" ? undefined : m.candidate).catch(() => {});
        break;
      case "close":
        this.close();
        break;
    }
  }

  private open(mode: "ordered" | "fast", pass: boolean): void {
    this.close();
    let pc: RTCPeerConnection;
    let channel: RTCDataChannel;
    try {
      pc = new RTCPeerConnection();
      channel = pc.createDataChannel(
        "tic",
        mode === "fast" ? { ordered: false, maxRetransmits: 0, protocol: "fast" } : {},
      );
    } catch (e) {
      this.fail(e); // switched off, or unknown to the browser
      return;
    }
    this.pc = pc;
    if (!this.transfer(channel)) {
      // A busy page would hold up tics, which the socket in the Worker does not.
      if (!pass) {
        this.fail("this browser can't give a data channel to a Worker");
        return;
      }
      this.passOn(channel);
    }
    pc.onicecandidate = ({ candidate }) => {
      const { candidate: text, sdpMid, sdpMLineIndex } = candidate?.toJSON() ?? {};
      this.send({
        is: "candidate",
        candidate: { candidate: text ?? "", sdpMid: sdpMid ?? null, sdpMLineIndex: sdpMLineIndex ?? null },
      });
    };
    pc.onconnectionstatechange = () => {
      if (this.pc === pc && pc.connectionState === "failed") this.fail("the connection failed");
    };
    pc.createOffer()
      .then(async (offer) => {
        if (this.pc !== pc) return;
        // The host must have the offer before the first candidate.
        this.send({ is: "offer", sdp: offer.sdp ?? "" });
        await pc.setLocalDescription(offer);
      })
      .catch((e: unknown) => this.fail(e));
  }

  /** A channel can be given away only in the moment in which it is made. */
  private transfer(channel: RTCDataChannel): boolean {
    try {
      this.toWorker({ is: "channel", channel }, [channel]);
      return true;
    } catch {
      return false;
    }
  }

  private passOn(channel: RTCDataChannel): void {
    const { port1, port2 } = new MessageChannel();
    channel.binaryType = "arraybuffer";
    channel.onopen = () => port1.postMessage("open");
    channel.onclose = () => port1.postMessage("close");
    channel.onmessage = (e: MessageEvent<ArrayBuffer>) => port1.postMessage(e.data, [e.data]);
    port1.onmessage = (e: MessageEvent<ArrayBuffer>) => {
      if (channel.readyState !== "open") return;
      if (channel.bufferedAmount > maxBuffered) channel.close();
      else channel.send(e.data);
    };
    this.toWorker({ is: "channel", channel: port2 }, [port2]);
  }

  private send(message: FromPageRtc): void {
    this.toWorker(message, []);
  }

  private fail(e: unknown): void {
    this.close();
    this.send({ is: "failed", reason: e instanceof Error ? e.message : String(e) });
  }

  private close(): void {
    const pc = this.pc;
    this.pc = null;
    if (pc === null) return;
    pc.onicecandidate = pc.onconnectionstatechange = null;
    pc.close();
  }
}
