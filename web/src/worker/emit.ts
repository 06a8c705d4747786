import type { FromWorker } from "../shared/messages";

/** Sends a message to the page. */
export type Emit = (message: FromWorker, transfer?: Transferable[]) => void;
