// The audio thread's part: plays what the Worker hands over, and says how much of it
// waits. The page is not in the way.

import { Ring } from "./ring";
import { processorName, type FromWorklet, type ToWorklet } from "../shared/worklet";

// The DOM library does not describe the audio thread's global.
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

// The Worker hears of us so often, in calls of process: every 11 ms at 48 kHz. It
// answers with what is missing.
const reportCalls = 4;

class Player extends AudioWorkletProcessor {
  private readonly ring = new Ring(Math.ceil(sampleRate));
  private feeder: MessagePort | null = null; // to the Worker
  private calls = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data: feeder }: MessageEvent<MessagePort>) => {
      this.feeder = feeder;
      feeder.onmessage = ({ data }: MessageEvent<ToWorklet>) => {
        if (data === null) this.ring.clear();
        else this.ring.write(new Int16Array(data));
      };
    };
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0];
    const right = outputs[0]?.[1];
    if (left === undefined || right === undefined) return true;
    this.ring.read(left, right);
    if (++this.calls % reportCalls === 0) {
      const { waiting, received, missing, gaps } = this.ring;
      const report: FromWorklet = { waiting, received, missing, gaps };
      this.feeder?.postMessage(report);
    }
    return true;
  }
}

registerProcessor(processorName, Player);
