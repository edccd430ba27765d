import type { Refusal } from '../refusals.ts';

/** Maximum time in ms that a new connection waits for capacity. */
const capacityTimeout = 10_000;

/**
 * Returns null if the rate limiter has capacity, otherwise resolves with null once it has, or with the refusal after a timeout. Reads may
 * exceed the limit and are compensated by waiting: without this check, a client with a new connection for each request would never wait.
 */
export function awaitCapacity(rateLimiter: RateLimiter): Promise<Refusal | null> | null {
  if (rateLimiter.hasCapacity) return null;
  return new Promise((resolve) => {
    const waiter = {
      onCapacity() {
        clearTimeout(timer);
        resolve(null);
      },
    };
    const timer = setTimeout(() => {
      rateLimiter.cancelWait(waiter);
      resolve('busy');
    }, capacityTimeout);
    rateLimiter.wait(waiter);
  });
}

/** A new connection that waits for capacity. */
interface CapacityWaiter {
  onCapacity(): void;
}

/** The rate limiter's counterpart at the relay, which enforces the rate. */
interface RelayLimiter {
  limit(rate: number | null): void;
  remove(): void;
}

/** Expected first burst of a waiting connection in bytes; only as many are admitted as have capacity. */
const expectedBurst = 65_536;
/** Capacity of the token bucket in seconds of the rate. */
const burstSeconds = 0.25;

/**
 * Limits the rate of all connections of one customer, or through one exit; the relay enforces it. New connections queue here while the open
 * ones have exceeded the rate: a read may be larger than the remaining capacity, which then stays negative for a while.
 */
export class RateLimiter {
  #rate: number | null;
  #share: number | null = null;
  #tokens = 0;
  readonly #queue = new Set<CapacityWaiter>();
  /** Bytes since the last call of `read`. */
  #transferred = 0;
  #relayLimiter: RelayLimiter | null = null;

  constructor(rate: number | null) {
    this.#rate = rate;
    this.#tokens = (this.#limit ?? 0) * burstSeconds;
  }

  /** Bytes per second; null for no limit. */
  set rate(rate: number | null) {
    this.#rate = rate;
    this.#applyLimit();
  }

  /** Temporary limit while the machine is saturated; null otherwise. */
  set share(share: number | null) {
    this.#share = share;
    this.#applyLimit();
  }

  set relayLimiter(relayLimiter: RelayLimiter) {
    this.#relayLimiter = relayLimiter;
    relayLimiter.limit(this.#limit);
  }

  /** Releases the rate limiter's counterpart at the relay. */
  end(): void {
    this.#relayLimiter?.remove();
    this.#relayLimiter = null;
  }

  /** Charges transferred bytes. */
  charge(bytes: number): void {
    this.#transferred += bytes;
    if (this.#limit !== null) this.#tokens -= bytes;
  }

  get hasCapacity(): boolean {
    return this.#limit === null || this.#tokens > 0;
  }

  /** Queues a connection, which is called once when it is admitted. */
  wait(waiter: CapacityWaiter): void {
    this.#queue.add(waiter);
  }

  /** Removes a waiting connection from the queue, so that it does not delay the next ones. */
  cancelWait(waiter: CapacityWaiter): void {
    this.#queue.delete(waiter);
  }

  /** Bytes transferred since the last call. */
  read(): number {
    const transferred = this.#transferred;
    this.#transferred = 0;
    return transferred;
  }

  tick(milliseconds: number): void {
    const limit = this.#limit;
    if (limit === null) return;
    this.#tokens = Math.min(this.#tokens + (limit * milliseconds) / 1000, limit * burstSeconds);
    if (this.#tokens > 0 && this.#queue.size > 0) this.#admit(Math.ceil(this.#tokens / expectedBurst));
  }

  #admit(max: number): void {
    const admitted = [...this.#queue].slice(0, max);
    for (const waiter of admitted) this.#queue.delete(waiter);
    for (const waiter of admitted) waiter.onCapacity();
  }

  get #limit(): number | null {
    if (this.#rate === null) return this.#share;
    return this.#share === null ? this.#rate : Math.min(this.#rate, this.#share);
  }

  #applyLimit(): void {
    const limit = this.#limit;
    this.#relayLimiter?.limit(limit);
    if (limit !== null) {
      this.#tokens = Math.min(this.#tokens, limit * burstSeconds);
      return;
    }
    this.#tokens = 0;
    this.#admit(this.#queue.size);
  }
}
