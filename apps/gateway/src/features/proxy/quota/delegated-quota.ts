/** Charges traffic to a quota account elsewhere, from the quota delegated to it. */
export interface QuotaDelegate {
  /** Adds bytes; the delegate reports when less than `mark` are left. */
  lend(bytes: number, mark: number): void;
  /** All that is left is wanted back, and comes by `returned`. */
  recall(): void;
  /** Nothing is left, and nothing is to come. */
  broke(): void;
  /** Ends the delegation. */
  forget(): void;
}

/** What of a quota account is with its quota delegate. */
export class DelegatedQuota {
  readonly #quotaDelegate: QuotaDelegate;
  #bytes = 0;
  #owes = false;
  #isRecalling = false;

  constructor(quotaDelegate: QuotaDelegate, bytes: number) {
    this.#quotaDelegate = quotaDelegate;
    this.#give(bytes);
  }

  /** Bytes that may be had back. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The quota delegate needs more, or will before long. */
  get owes(): boolean {
    return this.#owes;
  }

  /** Returns how many of these bytes the delegate accepts now: all, or none while it returns its quota. */
  extend(bytes: number): number {
    if (bytes === 0 || this.#isRecalling) return 0;
    this.#give(bytes);
    return bytes;
  }

  /** It is to have more as soon as there is some. */
  owe(): void {
    this.#owes = true;
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
  break(): void {
    this.#owes = true;
    this.#quotaDelegate.broke();
  }

  end(): void {
    this.#bytes = 0;
    this.#quotaDelegate.forget();
  }

  #give(bytes: number): void {
    this.#owes = false;
    this.#bytes += bytes;
    this.#quotaDelegate.lend(bytes, Math.floor(this.#bytes / 2));
  }
}
