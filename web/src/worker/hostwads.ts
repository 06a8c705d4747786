// The WADs that the host lists, as the Worker needs them.

import { getJson } from "./http";
import { parseWads, type Wad } from "../shared/wads";

/** The host's list; none where it does not answer. */
export async function hostWads(): Promise<readonly Wad[]> {
  try {
    return parseWads(await getJson("the list of WADs", "/api/wads"));
  } catch {
    return [];
  }
}
