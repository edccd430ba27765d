import type { Purse } from './purses.ts';
import type { Turnstile } from './turnstile.ts';

/** What all bytes of one connection go by, in both directions: the purse that pays them, and the turnstiles that hold their rate. */
export class Meter {
  readonly #purse: Purse | null;
  readonly #turnstiles: readonly Turnstile[];
  readonly #now: () => number;

  constructor(purse: Purse | null, turnstiles: readonly Turnstile[], now: () => number) {
    this.#purse = purse;
    this.#turnstiles = turnstiles;
    this.#now = now;
  }

  /** How many of so many bytes are paid and may be sent. */
  pay(bytes: number): number {
    return this.#purse === null ? bytes : this.#purse.take(bytes, this.#now());
  }

  /** Nothing will be paid any more. */
  get isBroke(): boolean {
    return this.#purse?.isEmpty === true;
  }

  /** Calls back when there may be money. */
  whenPaid(callback: () => void): void {
    this.#purse?.wait(callback);
  }

  forget(callback: () => void): void {
    this.#purse?.forget(callback);
  }

  /** For what is lost rather than kept waiting: true where so many bytes are paid and may be sent now. */
  payNow(bytes: number): boolean {
    if (!this.#turnstiles.every(({ hasRoom }) => hasRoom) || this.pay(bytes) < bytes) return false;
    for (const turnstile of this.#turnstiles) turnstile.pass(bytes);
    return true;
  }

  /** True when more may follow at once; otherwise calls back when it may. */
  pass(bytes: number, callback: () => void): boolean {
    let held: Turnstile | null = null;
    for (const turnstile of this.#turnstiles) if (!turnstile.pass(bytes)) held = turnstile;
    held?.wait(callback);
    return held === null;
  }
}
