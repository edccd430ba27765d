import type { Customer } from '../auth/customer.ts';
import type { Engine, OpenConnection } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';
import type { QuotaAccount } from '../quota/quota-account.ts';

/** A connection's slot at its customer, exit and quota account. */
export class ConnectionSlot {
  readonly #quotaAccount: QuotaAccount | null;
  readonly #engine: Engine;
  readonly #customer: Customer;
  readonly #exit: Exit;
  readonly #connection: OpenConnection;

  constructor(engine: Engine, customer: Customer, exit: Exit, connection: OpenConnection) {
    const { quotaAccount } = customer.grant;
    this.#engine = engine;
    this.#customer = customer;
    this.#exit = exit;
    this.#connection = connection;
    this.#quotaAccount = quotaAccount === null ? null : engine.quotaAccounts.of(quotaAccount, engine.now());
    this.#quotaAccount?.open();
  }

  /** Releases the slot; may be called more than once. */
  release(): void {
    if (!this.#engine.openConnections.delete(this.#connection)) return;
    this.#quotaAccount?.close(this.#engine.now());
    this.#customer.open.delete(this.#connection);
    this.#exit.open.delete(this.#connection);
  }
}

/** Counts `connection` until the slot is released; it is destroyed when the grant or the exit ends. */
export function takeConnectionSlot(
  engine: Engine,
  customer: Customer,
  exit: Exit,
  connection: OpenConnection,
): ConnectionSlot {
  customer.open.add(connection);
  exit.open.add(connection);
  engine.openConnections.add(connection);
  return new ConnectionSlot(engine, customer, exit, connection);
}
