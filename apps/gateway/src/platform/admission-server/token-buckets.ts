interface BucketRules {
  /** Capacity of a bucket. */
  readonly burst: number;
  /** Tokens added per second. */
  readonly perSecond: number;
  /** Maximum number of buckets; the least recently used one is removed first. */
  readonly keys: number;
}

/** A token bucket for each key (an address or a subject), in memory only. */
export class TokenBuckets {
  readonly #rules: BucketRules;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(rules: BucketRules) {
    this.#rules = rules;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Takes one token of `key` at `now` (milliseconds, monotonic). Returns false if there is none. */
  take(key: string, now: number): boolean {
    const { burst, perSecond, keys } = this.#rules;
    const bucket = this.#buckets.get(key);
    const refilled =
      bucket === undefined
        ? burst
        : Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    // Inserted again, so that the map is ordered by last use.
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
