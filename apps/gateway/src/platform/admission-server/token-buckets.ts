export interface BucketRules {
  /** What may be taken at once. */
  readonly burst: number;
  /** What comes back. */
  readonly perSecond: number;
  /** How many keys are remembered; the longest unused one is forgotten first, so memory is bounded. */
  readonly keys: number;
}

/** A token bucket for each key: an address, a subject. Holds nothing but counts, in memory. */
export class TokenBuckets {
  readonly #rules: BucketRules;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(rules: BucketRules) {
    this.#rules = rules;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Takes one token of `key` at `now` (milliseconds, never backwards); false when there is none. */
  take(key: string, now: number): boolean {
    const { burst, perSecond, keys } = this.#rules;
    const bucket = this.#buckets.get(key);
    const refilled =
      bucket === undefined
        ? burst
        : Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    // Put in again, so that the map's order is the order of use.
    this.#buckets.delete(key);
    const taken = refilled >= 1;
    this.#buckets.set(key, { tokens: taken ? refilled - 1 : refilled, at: now });
    if (this.#buckets.size > keys) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    return taken;
  }
}
