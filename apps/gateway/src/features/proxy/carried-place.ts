import type { CarriedPass } from './carried-pass.ts';
import type { Customer } from './customer.ts';
import type { Moving } from './engine.ts';
import type { Exit } from './exits.ts';
import type { LineKeeper, LineSide } from './line-keeper.ts';
import type { PassParts } from './pass-parts.ts';
import { type Seat, takeSeat } from './seat.ts';

/** A tunnel that stands open for whoever takes it at the carrier. It counts as any other, from before its client is there. */
export class CarriedPlace implements LineKeeper, LineSide, Moving {
  readonly exit: Exit;
  readonly #seat: Seat;
  readonly #carrier: PassParts['carrier'];
  /** Until it is connected: what was asked for is not kept with a tunnel. */
  #pass: CarriedPass | null;
  #line = 0;
  #isGone = false;

  constructor({ engine, carrier }: PassParts, customer: Customer, exit: Exit, pass: CarriedPass) {
    this.exit = exit;
    this.#pass = pass;
    this.#carrier = carrier;
    this.#seat = takeSeat(engine, customer, exit, this);
  }

  get way(): this {
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

  stir(): boolean {
    return true;
  }

  destroy(): void {
    if (this.#isGone) return;
    const pass = this.#pass;
    this.leave();
    if (this.#line === 0) pass?.withdraw();
    else this.#carrier.end(this.#line);
  }

  /** It does not count any more; may be called more than once. */
  leave(): void {
    this.#isGone = true;
    this.#pass?.met(this);
    this.#pass = null;
    this.#seat.leave();
  }
}
