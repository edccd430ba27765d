import type { OrderWriter } from './carrier-orders.ts';
import type { Customer } from './customer.ts';
import type { Exit } from './exits.ts';
import type { Purse } from './purse.ts';
import type { Turnstile } from './turnstile.ts';

/** Under what numbers the carrier knows purses and turnstiles: from their first use until nobody needs them any more. */
export class CarrierAccounts {
  readonly #orders: OrderWriter;
  readonly #soon: () => void;
  readonly #purses = new Map<number, Purse>();
  readonly #turnstiles = new Map<number, Turnstile>();
  readonly #ids = new WeakMap<Purse | Turnstile, number>();
  #lastId = 0;

  constructor(orders: OrderWriter, soon: () => void) {
    this.#orders = orders;
    this.#soon = soon;
  }

  /** How many there are at the carrier. */
  get size(): number {
    return this.#purses.size + this.#turnstiles.size;
  }

  /** From then on the carrier has something of it; 0 where nothing is paid. */
  idOfPurse(purse: Purse | null): number {
    if (purse === null) return 0;
    const known = this.#ids.get(purse);
    if (known !== undefined) {
      purse.lendMore();
      return known;
    }
    const id = this.#add(this.#purses, purse);
    purse.lendTo({
      lend: (bytes, mark) => (this.#orders.lend(id, bytes, mark), this.#soon()),
      recall: () => (this.#orders.recall(id), this.#soon()),
      broke: () => (this.#orders.broke(id), this.#soon()),
      forget: () => this.#forget(this.#purses, id),
    });
    return id;
  }

  /** What goes by them, a customer's and an exit's; 0 for an exit that only one connection goes through, and that has no rate. */
  gatesOf(customer: Pick<Customer, 'turnstile'>, exit: Exit): readonly [number, number] {
    return [this.#idOfGate(customer.turnstile), exit.isOfOne ? 0 : this.#idOfGate(exit.turnstile)];
  }

  #idOfGate(turnstile: Turnstile): number {
    const known = this.#ids.get(turnstile);
    if (known !== undefined) return known;
    const id = this.#add(this.#turnstiles, turnstile);
    turnstile.twin = {
      limit: (rate) => (this.#orders.limit(id, rate), this.#soon()),
      forget: () => this.#forget(this.#turnstiles, id),
    };
    return id;
  }

  purse(id: number): Purse | undefined {
    return this.#purses.get(id);
  }

  turnstile(id: number): Turnstile | undefined {
    return this.#turnstiles.get(id);
  }

  #add<T extends Purse | Turnstile>(all: Map<number, T>, one: T): number {
    this.#lastId += 1;
    all.set(this.#lastId, one);
    this.#ids.set(one, this.#lastId);
    return this.#lastId;
  }

  #forget<T extends Purse | Turnstile>(all: Map<number, T>, id: number): void {
    const one = all.get(id);
    if (one === undefined) return;
    all.delete(id);
    this.#ids.delete(one);
    this.#orders.forget(id);
    this.#soon();
  }
}
