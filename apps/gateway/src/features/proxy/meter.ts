import type { Payer, Purse } from './purse.ts';
import type { Queuer, Turnstile } from './turnstile.ts';

/** What all bytes of one connection go by, in both directions: the purse that pays them, and the turnstiles that hold their rate. */
export class Meter {
  readonly #purse: Purse | null;
  readonly #customer: Turnstile;
  readonly #exit: Turnstile;
  readonly #now: () => number;

  constructor(purse: Purse | null, customer: Turnstile, exit: Turnstile, now: () => number) {
    this.#purse = purse;
    this.#customer = customer;
    this.#exit = exit;
    this.#now = now;
    purse?.open();
  }

  /** Nobody will pay by it any more. */
  close(): void {
    this.#purse?.close(this.#now());
  }

  /** How many of so many bytes are paid and may be sent. */
  pay(bytes: number): number {
    return this.#purse === null ? bytes : this.#purse.take(bytes, this.#now());
  }

  /** Nothing will be paid any more. */
  get isBroke(): boolean {
    return this.#purse?.isEmpty === true;
  }

  whenPaid(payer: Payer): void {
    this.#purse?.wait(payer);
  }

  /** Is neither paid for nor called any more. */
  forget(waiting: Payer & Queuer): void {
    this.#purse?.forget(waiting);
    this.#customer.leave(waiting);
    this.#exit.leave(waiting);
  }

  /** For what is lost rather than kept waiting: true where so many bytes are paid and may be sent now. */
  payNow(bytes: number): boolean {
    if (!this.#customer.hasRoom || !this.#exit.hasRoom || this.pay(bytes) < bytes) return false;
    this.#customer.pass(bytes);
    this.#exit.pass(bytes);
    return true;
  }

  /** True when more may follow at once; otherwise it is said when it may. */
  pass(bytes: number, queuer: Queuer): boolean {
    const atCustomer = this.#customer.pass(bytes);
    const atExit = this.#exit.pass(bytes);
    if (atCustomer && atExit) return true;
    (atCustomer ? this.#exit : this.#customer).wait(queuer);
    return false;
  }
}
