/** Ends what takes longer than it may, with one timer for all: what began first is the first in line. */
export class Deadlines {
  readonly #within: number;
  readonly #line = new Map<object, { readonly since: number; end(): void }>();

  /** `within` in milliseconds, kept to the second or so with which `tick` is called. */
  constructor(within: number) {
    this.#within = within;
  }

  get size(): number {
    return this.#line.size;
  }

  begin(whose: object, end: () => void, now: number): void {
    this.#line.set(whose, { since: now, end });
  }

  met(whose: object): void {
    this.#line.delete(whose);
  }

  /** Ends the oldest connection that matches: a new connection has priority over one without progress. */
  endOldest(fits: (whose: object) => boolean): void {
    for (const [whose, { end }] of this.#line) {
      if (!fits(whose)) continue;
      this.#line.delete(whose);
      return end();
    }
  }

  tick(now: number): void {
    for (const [whose, { since, end }] of this.#line) {
      if (now - since < this.#within) return;
      this.#line.delete(whose);
      end();
    }
  }
}
