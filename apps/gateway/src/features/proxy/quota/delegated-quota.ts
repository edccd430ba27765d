/** Charges traffic to a quota account in another process, from the quota delegated to it. */
export interface QuotaDelegate {
  /** Adds bytes; the delegate reports when less than `mark` are left. */
  grant(bytes: number, mark: number): void;
  /** Requests the remaining bytes back; `returned` reports them. */
  recall(): void;
  /** No quota is left and none is expected: connections without quota end. */
  exhaust(): void;
  /** Ends the delegation. */
  end(): void;
}

/** The part of a quota account that is delegated. */
export class DelegatedQuota {
  readonly #quotaDelegate: QuotaDelegate;
  #bytes = 0;
  #needsMore = false;
  #isRecalling = false;

  constructor(quotaDelegate: QuotaDelegate, bytes: number) {
    this.#quotaDelegate = quotaDelegate;
    this.#grant(bytes);
  }

  /** Delegated bytes that are not reported as used. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the delegate has requested more quota and not received it yet. */
  get needsMore(): boolean {
    return this.#needsMore;
  }

  /** Returns how many of these bytes the delegate accepts now: all, or none while it returns its quota. */
  extend(bytes: number): number {
    if (bytes === 0 || this.#isRecalling) return 0;
    this.#grant(bytes);
    return bytes;
  }

  /** Delegates more as soon as quota is available. */
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

  /** Reports that the delegate has returned its remaining bytes. */
  returned(bytes: number): void {
    this.#isRecalling = false;
    this.#bytes -= bytes;
  }

  /** Reports that no quota is left; later quota is delegated again. */
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
