// The host's list of WADs, in the form that the Worker needs.

import { getJson } from "./http";
import { parseWads, type Wad } from "../shared/wads";

/** The host's list; empty if the host does not answer. */
export async function hostWads(): Promise<readonly Wad[]> {
  try {
    return parseWads(await getJson("the list of WADs", "/api/wads"));
  } catch {
    return [];
  }
}
