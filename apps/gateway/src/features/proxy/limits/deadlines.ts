/** Ends what takes longer than it may, with one timer for all: what began first is the first in line. */
export class Deadlines {
  readonly #timeout: number;
  readonly #queue = new Map<object, { readonly since: number; end(): void }>();

  /** `timeout` in milliseconds, kept to the second or so with which `tick` is called. */
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
