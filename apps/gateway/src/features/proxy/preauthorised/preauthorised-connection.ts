import type { Preauthorisation } from './preauthorisation.ts';
import type { Customer } from '../auth/customer.ts';
import type { Moving } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';
import type { ConnectionOwner, LineSide } from '../relay/connection-owner.ts';
import type { PreauthorisationParts } from './preauthorisation-parts.ts';
import { type ConnectionSlot, takeConnectionSlot } from '../limits/connection-slot.ts';

/** A tunnel that is open until a client takes it at the relay. It counts as any other, from before its client is there. */
export class PreauthorisedConnection implements ConnectionOwner, LineSide, Moving {
  readonly exit: Exit;
  readonly #connectionSlot: ConnectionSlot;
  readonly #relay: PreauthorisationParts['relay'];
  /** Until it is connected: what was asked for is not kept with a tunnel. */
  #pass: Preauthorisation | null;
  #line = 0;
  #isGone = false;

  constructor(
    { engine, relay }: PreauthorisationParts,
    customer: Customer,
    exit: Exit,
    pass: Preauthorisation,
  ) {
    this.exit = exit;
    this.#pass = pass;
    this.#relay = relay;
    this.#connectionSlot = takeConnectionSlot(engine, customer, exit, this);
  }

  get egressRoute(): this {
    return this;
  }

  /** Somebody has taken it, and is being connected. False where it has ended before that was known, and he has to go. */
  take(line: number): boolean {
    this.#line = line;
    if (!this.#isGone) this.#pass?.begin(this, () => this.#fail());
    return !this.#isGone;
  }

  dialled(failure: number): void {
    const pass = this.#pass;
    if (this.#isGone) return;
    if (failure === 0) {
      pass?.met(this);
      this.#pass = null;
      return;
    }
    this.leave();
    // Another port or exit may do: it goes on as if nothing had been open.
    pass?.askAnew(this.#line);
  }

  #fail(): void {
    const pass = this.#pass;
    this.leave();
    pass?.refuse(this.#line);
  }

  gone(): void {
    this.leave();
  }

  said(): void {}

  counted(): void {}

  hasMoved(): boolean {
    return true;
  }

  destroy(): void {
    if (this.#isGone) return;
    const pass = this.#pass;
    this.leave();
    if (this.#line === 0) pass?.withdraw();
    else this.#relay.end(this.#line);
  }

  /** It does not count any more; may be called more than once. */
  leave(): void {
    this.#isGone = true;
    this.#pass?.met(this);
    this.#pass = null;
    this.#connectionSlot.leave();
  }
}
