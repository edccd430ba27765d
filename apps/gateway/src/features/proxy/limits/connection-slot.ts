import type { Customer } from '../auth/customer.ts';
import type { Engine, Moving } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';
import type { QuotaAccount } from '../quota/quota-account.ts';

/** A connection's slot at its customer, exit and quota account. */
export class ConnectionSlot {
  readonly #quotaAccount: QuotaAccount | null;
  readonly #engine: Engine;
  readonly #customer: Customer;
  readonly #exit: Exit;
  readonly #moving: Moving;

  constructor(engine: Engine, customer: Customer, exit: Exit, moving: Moving) {
    const { quotaAccount } = customer.grant;
    this.#engine = engine;
    this.#customer = customer;
    this.#exit = exit;
    this.#moving = moving;
    this.#quotaAccount = quotaAccount === null ? null : engine.quotaAccounts.of(quotaAccount, engine.now());
    this.#quotaAccount?.open();
  }

  /** Releases the slot; may be called more than once. */
  leave(): void {
    if (!this.#engine.moving.delete(this.#moving)) return;
    this.#quotaAccount?.close(this.#engine.now());
    this.#customer.open.delete(this.#moving);
    this.#exit.open.delete(this.#moving);
  }
}

/** Counts `moving` until the slot is released; it is destroyed when the grant or the exit ends. */
export function takeConnectionSlot(
  engine: Engine,
  customer: Customer,
  exit: Exit,
  moving: Moving,
): ConnectionSlot {
  customer.open.add(moving);
  exit.open.add(moving);
  engine.moving.add(moving);
  return new ConnectionSlot(engine, customer, exit, moving);
}
