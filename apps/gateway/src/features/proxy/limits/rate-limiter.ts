import type { Refusal } from '../refusals.ts';

/** Milliseconds that a new connection waits for its turn. */
const patience = 10_000;

/**
 * Null where a rate limiter has room, or once it is this one's turn; otherwise why nothing can be opened. A read is as long as it is and is paid
 * for by waiting: a client that opened another connection for each would never wait.
 */
export function awaitCapacity(rateLimiter: RateLimiter): Promise<Refusal | null> | null {
  if (rateLimiter.hasRoom) return null;
  return new Promise((resolve) => {
    const queuer = {
      onTurn() {
        clearTimeout(timer);
        resolve(null);
      },
    };
    const timer = setTimeout(() => {
      rateLimiter.leave(queuer);
      resolve('busy');
    }, patience);
    rateLimiter.wait(queuer);
  });
}

/** A waiting connection; see `Payer`. */
export interface Queuer {
  onTurn(): void;
}

/** The rate limiter's counterpart at the relay, which enforces the rate. */
export interface Twin {
  limit(rate: number | null): void;
  forget(): void;
}

/** Expected first burst of a waiting connection in bytes; only as many are admitted as have capacity. */
const stride = 65_536;
/** Capacity of the token bucket in seconds of the rate. */
const burst = 0.25;

/**
 * Limits the rate of all connections of one customer, or through one exit; the relay enforces it. New connections queue here while the open
 * ones have exceeded the rate: a read may be larger than the remaining capacity, which then stays negative for a while.
 */
export class RateLimiter {
  #rate: number | null;
  #share: number | null = null;
  #room = 0;
  readonly #line = new Set<Queuer>();
  /** Bytes since the last `read`. */
  #carried = 0;
  #twin: Twin | null = null;

  constructor(rate: number | null) {
    this.#rate = rate;
    this.#room = (this.#limit ?? 0) * burst;
  }

  /** Bytes a second; null for no limit. */
  set rate(rate: number | null) {
    this.#rate = rate;
    this.#settle();
  }

  /** Temporary limit while the machine is saturated; null otherwise. */
  set share(share: number | null) {
    this.#share = share;
    this.#settle();
  }

  set twin(twin: Twin) {
    this.#twin = twin;
    twin.limit(this.#limit);
  }

  /** Releases the rate limiter's counterpart at the relay. */
  end(): void {
    this.#twin?.forget();
    this.#twin = null;
  }

  /** Charges transferred bytes. */
  charge(bytes: number): void {
    this.#carried += bytes;
    if (this.#limit !== null) this.#room -= bytes;
  }

  get hasRoom(): boolean {
    return this.#limit === null || this.#room > 0;
  }

  /** Queues a connection, which is called once when it is admitted. */
  wait(queuer: Queuer): void {
    this.#line.add(queuer);
  }

  /** Removes a waiting connection from the queue, so that it does not delay the next ones. */
  leave(queuer: Queuer): void {
    this.#line.delete(queuer);
  }

  /** Bytes transferred since the last call. */
  read(): number {
    const carried = this.#carried;
    this.#carried = 0;
    return carried;
  }

  tick(milliseconds: number): void {
    const limit = this.#limit;
    if (limit === null) return;
    this.#room = Math.min(this.#room + (limit * milliseconds) / 1000, limit * burst);
    if (this.#room > 0 && this.#line.size > 0) this.#call(Math.ceil(this.#room / stride));
  }

  #call(most: number): void {
    const called = [...this.#line].slice(0, most);
    for (const queuer of called) this.#line.delete(queuer);
    for (const queuer of called) queuer.onTurn();
  }

  get #limit(): number | null {
    if (this.#rate === null) return this.#share;
    return this.#share === null ? this.#rate : Math.min(this.#rate, this.#share);
  }

  #settle(): void {
    const limit = this.#limit;
    this.#twin?.limit(limit);
    if (limit !== null) {
      this.#room = Math.min(this.#room, limit * burst);
      return;
    }
    this.#room = 0;
    this.#call(this.#line.size);
  }
}
