// How others get here: the address to type, and its QR code.

import { h } from "./dom";
import type { HostInfo } from "./api";
import { Rows } from "./rows";

export class Invite {
  readonly element: HTMLElement;
  private readonly list = h("div", { class: "addresses" });
  private readonly qr = h("img", { class: "qr", alt: "QR code of the address", hidden: true });
  private readonly rows = new Rows<string>(
    this.list,
    (address) => address,
    (address) => ({
      element: h(
        "button",
        { type: "button", class: "address", title: "Copy", onclick: (e) => void copy(address, e.currentTarget) },
        address,
      ),
      update: () => undefined,
    }),
  );
  private coded = ""; // the address in the QR code

  constructor() {
    this.qr.addEventListener("load", () => (this.qr.hidden = false));
    this.qr.addEventListener("error", () => {
      this.qr.hidden = true;
      this.coded = ""; // the next update tries again
    });
    this.element = h(
      "section",
      { class: "card invite" },
      h("h2", {}, "Join from another device"),
      h("div", { class: "invite-row" }, this.qr, h("div", {}, h("p", {}, "Same network, any browser:"), this.list)),
    );
  }

  update(info: HostInfo): void {
    this.code(info.addresses[0] ?? "");
    // Before the host knows better, the address that led here is a good guess.
    const addresses = info.addresses.length > 0 ? info.addresses : [location.origin];
    this.rows.update(addresses.slice(0, 3));
  }

  /** Shows an address as a QR code. The host knows which; naming it here makes it another picture. */
  private code(address: string): void {
    if (address === this.coded) return;
    this.coded = address;
    this.qr.hidden = true; // until it is there
    if (address === "") this.qr.removeAttribute("src");
    else this.qr.src = `/api/qr?format=svg&of=${encodeURIComponent(address)}`;
  }
}

/** Copies, also on plain http, where there is no clipboard object. */
async function copy(text: string, button: EventTarget | null): Promise<void> {
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard;
  let done = false;
  try {
    if (clipboard !== undefined) {
      await clipboard.writeText(text);
      done = true;
    }
  } catch {
    // The old way below needs no permission.
  }
  if (!done) {
    const field = h("textarea", { class: "offscreen" });
    field.value = text;
    document.body.append(field);
    field.select();
    done = document.execCommand("copy");
    field.remove();
  }
  if (done && button instanceof HTMLElement) {
    button.classList.add("copied");
    setTimeout(() => button.classList.remove("copied"), 1200);
  }
}
