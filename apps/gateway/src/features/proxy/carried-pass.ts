import { type Asking, chooseWay, isStillAdmitted, isStillRight, type Way } from './asking.ts';
import { CarriedPlace } from './carried-place.ts';
import { established, type PlaceOrder } from './carrier-orders.ts';
import type { Customer } from './customer.ts';
import type { PassParts } from './pass-parts.ts';
import type { Purse } from './purse.ts';
import { ports } from './reach.ts';
import { httpRefusal } from './refusals.ts';
import { placesAhead } from './visit.ts';

/** Milliseconds after which nobody takes a place any more, unless there have been further ones. */
const lasts = 250;
/** Places that wait at a time: at first, and at most. */
const places = { first: 2, most: 64 };

/**
 * What was decided about one head, for some who say the same from the same address: each of them takes a place that was opened before.
 * It is over when the carrier says so, and until then its places count.
 */
export class CarriedPass {
  readonly customer: Customer;
  readonly #id: number;
  readonly #asking: Asking;
  readonly #parts: PassParts;
  readonly #purse: Purse | null;
  /** In the order in which they are taken. */
  readonly #waiting: CarriedPlace[] = [];
  readonly #over = Promise.withResolvers<void>();
  #most = places.first;
  #isWithdrawn = false;

  constructor(parts: PassParts, id: number, asking: Asking) {
    const { engine } = parts;
    this.customer = asking.visitor.customer;
    this.#parts = parts;
    this.#id = id;
    this.#asking = asking;
    const { purse } = this.customer.grant;
    this.#purse = purse === null ? null : engine.purses.of(purse, engine.now());
  }

  /** Resolves when nobody takes a place any more. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** False where there is no place to wait at, and the carrier hears nothing. */
  open(): boolean {
    const orders = isStillAdmitted(this.#parts.engine, this.#asking) ? this.#fill() : [];
    const [first] = orders;
    if (first === undefined) return false;
    const { from, head, destination } = this.#asking;
    const purse = this.#parts.carrier.accounts.idOfPurse(this.#purse);
    const join = { purse, gate: first.gates[0], greeting: established };
    this.#parts.carrier.orders.pass(
      this.#id,
      lasts,
      from,
      destination,
      join,
      Buffer.from(head, 'latin1'),
      orders,
    );
    this.#parts.carrier.soon();
    return true;
  }

  /** Somebody else has asked for the same, or places are running out: there are to be more. */
  extend(): void {
    const orders = this.#fill();
    if (orders.length === 0) return;
    this.#parts.carrier.orders.extend(this.#id, orders);
    this.#parts.carrier.soon();
  }

  taken(line: number): void {
    const place = this.#waiting.shift();
    if (place === undefined || !place.take(line)) return this.#parts.carrier.end(line);
    this.#parts.carrier.keep(line, place);
    if (!this.#isPaid || !this.customer.turnstile.hasRoom) this.withdraw();
    // It was on its way when something changed on which it leans.
    if (this.#isWithdrawn && !this.#isRight(place)) return place.destroy();
    if (this.#waiting.length > this.#most / 2) return;
    this.#most = Math.min(this.#most * 2, places.most);
    this.extend();
  }

  /** Nobody takes a place any more: those that wait are given up. */
  passed(): void {
    this.#isWithdrawn = true;
    for (const place of this.#waiting.splice(0)) place.leave();
    // Not among what has just been opened and does not count as open yet.
    setImmediate(() => this.#over.resolve());
  }

  withdraw(): void {
    if (this.#isWithdrawn) return;
    this.#isWithdrawn = true;
    this.#parts.carrier.orders.withdraw(this.#id);
    this.#parts.carrier.soon();
  }

  begin(place: CarriedPlace, late: () => void): void {
    this.#parts.carrier.dials.begin(place, late, this.#parts.engine.now());
  }

  met(place: CarriedPlace): void {
    this.#parts.carrier.dials.met(place);
  }

  askAnew(line: number): void {
    this.#parts.askAnew(line, this.#asking);
  }

  refuse(line: number): void {
    this.#parts.carrier.orders.refuse(line, Buffer.from(httpRefusal('target_timeout'), 'latin1'));
    this.#parts.carrier.soon();
  }

  /** As many places as are missing. */
  #fill(): PlaceOrder[] {
    const orders: PlaceOrder[] = [];
    if (this.#isWithdrawn || !this.#isPaid || !this.customer.turnstile.hasRoom) return orders;
    const missing = Math.min(
      this.#most - this.#waiting.length,
      placesAhead(this.#parts.engine, this.customer),
    );
    for (let way: Way | null = null; orders.length < missing; ) {
      way = chooseWay(this.#parts.engine, this.#asking, way);
      if (way === null) break;
      this.#waiting.push(new CarriedPlace(this.#parts, this.customer, way.exit, this));
      const near = { address: way.address, port: ports.next() };
      orders.push({ near, gates: this.#parts.carrier.accounts.gatesOf(this.customer, way.exit) });
    }
    return orders;
  }

  get #isPaid(): boolean {
    return this.#purse === null || this.#purse.left > 0;
  }

  #isRight({ exit }: CarriedPlace): boolean {
    return this.#isPaid && isStillRight(this.#parts.engine, this.#asking, exit);
  }
}
