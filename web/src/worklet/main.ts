// The audio thread's part: plays what the page hands over, and says how much of it
// waits.

import { Ring } from "./ring";
import { processorName, type FromWorklet, type ToWorklet } from "../shared/worklet";

// The DOM library does not describe the audio thread's global.
declare const sampleRate: number;
declare const currentFrame: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

// The page hears of us so often, in calls of process: every 21 ms at 48 kHz.
const reportCalls = 8;

class Player extends AudioWorkletProcessor {
  private readonly ring = new Ring(Math.ceil(sampleRate));
  private calls = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => {
      if (data === null) this.ring.clear();
      else this.ring.write(new Int16Array(data));
    };
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0];
    const right = outputs[0]?.[1];
    if (left === undefined || right === undefined) return true;
    this.ring.read(left, right);
    if (++this.calls % reportCalls === 0) {
      const { received, waiting, missing, gaps } = this.ring;
      const report: FromWorklet = { end: currentFrame + left.length + waiting, received, missing, gaps };
      this.port.postMessage(report);
    }
    return true;
  }
}

registerProcessor(processorName, Player);
