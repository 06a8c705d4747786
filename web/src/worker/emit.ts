import type { FromWorker } from "../shared/messages";

/** Tells the page. */
export type Emit = (message: FromWorker, transfer?: Transferable[]) => void;
