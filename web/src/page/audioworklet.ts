// Sound through an audio worklet: the audio thread asks the Worker for samples, and no
// busy page is in their way. Browsers offer it in secure contexts only.

import type { AudioOutput } from "./audiooutput";
import { processorName } from "../shared/worklet";

export class AudioWorkletOutput implements AudioOutput {
  readonly kind = "worklet";

  private constructor(
    private readonly node: AudioWorkletNode,
    private readonly connect: (speaker: MessagePort | null) => void,
  ) {
    const { port1, port2 } = new MessageChannel();
    node.port.postMessage(port1, [port1]);
    connect(port2);
  }

  /**
   * Fails where the browser has no worklets, or does not get ours; lost is called when it
   * breaks down later. connect hands the Worker its way to the audio thread; null takes it back.
   */
  static async open(
    context: AudioContext,
    url: string,
    to: AudioNode,
    connect: (speaker: MessagePort | null) => void,
    lost: () => void,
  ): Promise<AudioWorkletOutput> {
    // Not there at plain http addresses, whatever the types say.
    const worklet = context.audioWorklet as AudioWorklet | undefined;
    if (worklet === undefined) throw new Error("no audio worklets here");
    await worklet.addModule(url);
    const node = new AudioWorkletNode(context, processorName, { numberOfInputs: 0, outputChannelCount: [2] });
    node.onprocessorerror = lost;
    node.connect(to);
    return new AudioWorkletOutput(node, connect);
  }

  close(): void {
    this.node.disconnect();
    this.connect(null);
  }
}
