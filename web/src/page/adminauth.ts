// The right to kick and to stop: the host's own page has a token for it, which
// counts only with the doomhost that gave it.

import type { FromHost } from "../shared/lobby";

export class AdminAuth {
  private state: "unasked" | "asking" | "granted" = "unasked"; // on this connection

  constructor(
    private secret: string,
    /** The token is worth nothing any more. */
    private readonly forget: () => void,
  ) {}

  /** Empty for everybody but the host. */
  get token(): string {
    return this.secret;
  }

  /** A new connection has no right until it asks. */
  connected(): void {
    this.state = "unasked";
  }

  /** What a message means for it: now is the time to ask, this is the refusal, or nothing. */
  received(m: FromHost): "ask" | "refused" | null {
    switch (m.t) {
      case "welcome":
      case "inprogress":
      case "full":
        if (this.secret === "" || this.state !== "unasked") return null;
        this.state = m.t === "welcome" && m.host ? "granted" : "asking";
        return this.state === "asking" ? "ask" : null;
      case "host":
        this.state = "granted";
        return null;
      case "error":
        if (this.state !== "asking") return null;
        this.state = "unasked";
        this.secret = "";
        this.forget();
        return "refused";
      default:
        return null;
    }
  }
}

const tokenKey = "doomhost.host";

/** The host's own page gets its token from the address, which then forgets it. */
export function adminToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get("host") ?? "";
  if (token !== "") history.replaceState(null, "", location.pathname + location.search);
  try {
    if (token !== "") sessionStorage.setItem(tokenKey, token);
    return sessionStorage.getItem(tokenKey) ?? "";
  } catch {
    return token;
  }
}

export function forgetAdminToken(): void {
  try {
    sessionStorage.removeItem(tokenKey);
  } catch {
    // Then it was not stored either.
  }
}
