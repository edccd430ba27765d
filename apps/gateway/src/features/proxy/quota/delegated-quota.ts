/** Charges traffic to a quota account elsewhere, from the quota delegated to it. */
export interface QuotaDelegate {
  /** Adds bytes; the delegate reports when less than `mark` are left. */
  grant(bytes: number, mark: number): void;
  /** All that is left is wanted back, and comes by `returned`. */
  recall(): void;
  /** Nothing is left, and nothing is to come. */
  exhaust(): void;
  /** Ends the delegation. */
  end(): void;
}

/** What of a quota account is with its quota delegate. */
export class DelegatedQuota {
  readonly #quotaDelegate: QuotaDelegate;
  #bytes = 0;
  #needsMore = false;
  #isRecalling = false;

  constructor(quotaDelegate: QuotaDelegate, bytes: number) {
    this.#quotaDelegate = quotaDelegate;
    this.#grant(bytes);
  }

  /** Bytes that may be had back. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The quota delegate needs more, or will before long. */
  get needsMore(): boolean {
    return this.#needsMore;
  }

  /** Returns how many of these bytes the delegate accepts now: all, or none while it returns its quota. */
  extend(bytes: number): number {
    if (bytes === 0 || this.#isRecalling) return 0;
    this.#grant(bytes);
    return bytes;
  }

  /** It is to have more as soon as there is some. */
  requestMore(): void {
    this.#needsMore = true;
  }

  spent(bytes: number): void {
    this.#bytes -= bytes;
  }

  recall(): void {
    if (this.#isRecalling) return;
    this.#isRecalling = true;
    this.#quotaDelegate.recall();
  }

  /** All that was left has come back. */
  returned(bytes: number): void {
    this.#isRecalling = false;
    this.#bytes -= bytes;
  }

  /** There is nothing, but should there be some, it is to have it. */
  exhaust(): void {
    this.#needsMore = true;
    this.#quotaDelegate.exhaust();
  }

  end(): void {
    this.#bytes = 0;
    this.#quotaDelegate.end();
  }

  #grant(bytes: number): void {
    this.#needsMore = false;
    this.#bytes += bytes;
    this.#quotaDelegate.grant(bytes, Math.floor(this.#bytes / 2));
  }
}
