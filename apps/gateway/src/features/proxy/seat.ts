import type { Customer } from './customer.ts';
import type { Engine, Moving } from './engine.ts';
import type { Exit } from './exits.ts';
import type { Purse } from './purse.ts';

/** A place among the connections of a customer and through an exit: what pays for it, and how it is left. */
export class Seat {
  readonly #purse: Purse | null;
  readonly #engine: Engine;
  readonly #customer: Customer;
  readonly #exit: Exit;
  readonly #moving: Moving;

  constructor(engine: Engine, customer: Customer, exit: Exit, moving: Moving) {
    const { purse } = customer.grant;
    this.#engine = engine;
    this.#customer = customer;
    this.#exit = exit;
    this.#moving = moving;
    this.#purse = purse === null ? null : engine.purses.of(purse, engine.now());
    this.#purse?.open();
  }

  /** May be called more than once. */
  leave(): void {
    if (!this.#engine.moving.delete(this.#moving)) return;
    this.#purse?.close(this.#engine.now());
    this.#customer.open.delete(this.#moving);
    this.#exit.open.delete(this.#moving);
  }
}

/** Counts `moving` until it leaves; it is destroyed when the right to it, or its exit, is gone. */
export function takeSeat(engine: Engine, customer: Customer, exit: Exit, moving: Moving): Seat {
  customer.open.add(moving);
  exit.open.add(moving);
  engine.moving.add(moving);
  return new Seat(engine, customer, exit, moving);
}
