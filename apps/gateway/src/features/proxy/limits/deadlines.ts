/** Ends operations that exceed a common timeout, without a timer for each: they are stored in order of their start. */
export class Deadlines {
  readonly #timeout: number;
  readonly #queue = new Map<object, { readonly since: number; end(): void }>();

  /** `timeout` in milliseconds, with the precision of the calls of `tick`. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  get size(): number {
    return this.#queue.size;
  }

  start(owner: object, end: () => void, now: number): void {
    this.#queue.set(owner, { since: now, end });
  }

  clear(owner: object): void {
    this.#queue.delete(owner);
  }

  /** Ends the oldest connection that matches: a new connection has priority over one without progress. */
  endOldest(matches: (owner: object) => boolean): void {
    for (const [owner, { end }] of this.#queue) {
      if (!matches(owner)) continue;
      this.#queue.delete(owner);
      return end();
    }
  }

  tick(now: number): void {
    for (const [owner, { since, end }] of this.#queue) {
      if (now - since < this.#timeout) return;
      this.#queue.delete(owner);
      end();
    }
  }
}
