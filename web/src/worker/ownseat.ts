// The seat that this page has or had: gets it back after a reload or a broken connection.

import { SeatHold } from "./seathold";
import type { Launch, ToHost } from "../shared/lobby";
import type { Ticket } from "../shared/messages";

export class OwnSeat {
  private seat: Ticket | null = null; // from welcome
  private lost: Ticket | null = null; // the seat on the lobby's previous connection
  private hold: SeatHold | null;
  private resumeAsked = false; // for a seat that was this page's
  private missedStart = false; // the running game dropped it

  /** current is the ticket of a page that was reloaded. */
  constructor(
    private current: Ticket | null,
    private readonly send: (message: ToHost) => void,
    private readonly storeTicket: (ticket: Ticket | null) => void,
  ) {
    this.hold = current === null ? null : new SeatHold(current);
  }

  /** The slot in the running game, with its secret. */
  get ticket(): Ticket | null {
    return this.current;
  }

  /** Whether the host has yet to answer a request for a seat that was this page's. */
  get resuming(): boolean {
    return this.resumeAsked;
  }

  setTicket(ticket: Ticket | null): void {
    if (ticket === null) this.release();
    this.current = ticket;
    this.storeTicket(ticket);
  }

  /** The game has a channel of its own, or is not wanted. */
  release(): void {
    this.hold?.end();
    this.hold = null;
  }

  linkLost(): void {
    this.lost = this.seat ?? this.lost;
    this.seat = null;
  }

  sentAway(): void {
    this.seat = this.lost = null;
  }

  welcome(slot: number, token: string): void {
    this.resumeAsked = false;
    this.seat = { slot, token };
    if (this.lost?.token !== token) this.resume(this.lost);
    this.lost = null;
  }

  full(): void {
    this.resume(this.lost);
    this.lost = null;
  }

  inProgress(): void {
    this.resume(this.current ?? this.lost);
    this.lost = null;
  }

  launched(m: Launch): Ticket {
    this.resumeAsked = this.missedStart = false;
    const token = m.token !== "" ? m.token : (this.seat?.token ?? "");
    const ticket = { slot: this.seat?.slot ?? m.slots[0] ?? 0, token };
    this.setTicket(ticket);
    return ticket;
  }

  /**
   * Leaves the running game. It names the token, because the game may be over and the lobby's seat
   * may be a new one when the host reads it.
   */
  leave(): ToHost {
    return this.current === null ? { t: "leave" } : { t: "leave", token: this.current.token };
  }

  dropped(slot: number): void {
    if (slot === this.current?.slot) this.missedStart = true;
  }

  /** Asks for the slot again if the game continued without it; returns false if it did not. */
  comeLate(): boolean {
    if (!this.missedStart) return false;
    this.resume(this.current);
    return true;
  }

  /** The host refused a request. True: it was for the seat, which is lost; the player can still join or watch. */
  refused(): boolean {
    if (!this.resumeAsked) return false;
    this.resumeAsked = false;
    this.setTicket(null);
    return true;
  }

  /** Asks for a seat that was this page's: its previous connection may be half open at the host and still hold it. */
  private resume(ticket: Ticket | null): void {
    if (ticket === null) return;
    this.resumeAsked = true;
    this.send({ t: "resume", ...ticket });
  }
}
