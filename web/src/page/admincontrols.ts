// What the host's own page may do beyond the lobby: to end doomhost.

import type { AdminAuth } from "./adminauth";
import { quitHost } from "./api";
import { h } from "./dom";

export class AdminControls {
  constructor(
    private readonly auth: AdminAuth,
    /** doomhost has ended; nothing goes on here. */
    private readonly ended: () => void,
  ) {}

  async quit(): Promise<void> {
    if (!confirm("Stop hosting? Everybody else's lobby and game end, too.")) return;
    try {
      await quitHost(this.auth.token);
    } catch (e) {
      alert(`doomhost did not end: ${e instanceof Error ? e.message : String(e)}. End it where it was started.`);
      return;
    }
    this.ended();
    document.body.replaceChildren(
      h(
        "div",
        { class: "farewell" },
        h("h1", {}, "doomhost has ended"),
        h("p", {}, "Nobody can reach it any more. You can close this page; to host again, start doomhost."),
      ),
    );
  }
}
