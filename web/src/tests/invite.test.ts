import { test } from "./check";
import { Invite } from "../page/invite";

test("the QR code follows the address", (c) => {
  const invite = new Invite();
  const qr = invite.element.querySelector("img") as HTMLImageElement;
  const told = (...addresses: string[]): string => {
    invite.update({ name: "host", version: "", addresses, wads: "" });
    return qr.getAttribute("src") ?? "";
  };
  c.equal(told(), "", "no address, no code");
  const first = told("http://192.0.2.1:8666", "http://192.0.2.2:8666");
  qr.dispatchEvent(new Event("load"));
  c.ok(!qr.hidden, "it shows once it is there");
  const button = invite.element.querySelector("button");
  c.equal(told("http://192.0.2.1:8666", "http://192.0.2.2:8666"), first, "the same again");
  c.ok(invite.element.querySelector("button") === button, "the buttons stay");
  c.ok(told("http://192.0.2.9:8666") !== first, "another address, another picture");
  c.ok(invite.element.querySelector("button")?.textContent === "http://192.0.2.9:8666", "the button has it");
  qr.dispatchEvent(new Event("error"));
  c.ok(qr.hidden, "a code that does not come is not shown");
  qr.removeAttribute("src");
  c.ok(told("http://192.0.2.9:8666") !== "", "it is asked for again");
  qr.dispatchEvent(new Event("load"));
  c.ok(!qr.hidden, "and shown");
  told();
  c.ok(qr.hidden, "no address, no code");
});
