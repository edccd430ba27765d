/** Milliseconds until a request is retried for an empty quota account: the customer may have bought more. */
const emptyFor = 2_000;

/** Asking the control plane for quota leases of one quota account, one at a time. */
export class LeaseRequests {
  readonly #quotaAccount: string;
  readonly #talk: QuotaClient;
  #isUnderEgressRoute = false;
  #emptySince: number | null = null;

  constructor(quotaAccount: string, talk: QuotaClient) {
    this.#quotaAccount = quotaAccount;
    this.#talk = talk;
  }

  get isUnderEgressRoute(): boolean {
    return this.#isUnderEgressRoute;
  }

  /** The last response was empty. */
  get isDry(): boolean {
    return this.#emptySince !== null && !this.#isUnderEgressRoute;
  }

  /** Requests another quota lease, unless a request is pending or the ledger was empty recently. */
  ask(now: number): void {
    if (this.#isUnderEgressRoute || (this.#emptySince !== null && now - this.#emptySince < emptyFor)) return;
    this.#isUnderEgressRoute = true;
    this.#talk.draw(this.#quotaAccount);
  }

  /** With a slice, or, since `emptySince`, with nothing. */
  answered(emptySince: number | null): void {
    this.#isUnderEgressRoute = false;
    this.#emptySince = emptySince;
  }
}

/** Requests and reports of a quota account to the control plane; see `proxyEvent`. */
export interface QuotaClient {
  draw(quotaAccount: string): void;
  used(slice: string, bytes: number, done: boolean): void;
}

interface QuotaLease {
  readonly id: string;
  bytes: number;
  used: number;
  told: number;
}

/** What a quota account was given, used up in the order in which it came; the control plane receives what was used of each. */
export class QuotaLeases {
  readonly #all: QuotaLease[] = [];
  readonly #talk: QuotaClient;

  constructor(talk: QuotaClient) {
    this.#talk = talk;
  }

  /** Bytes of the one that came last; 0 when all are used up. */
  get lastSize(): number {
    return this.#all.at(-1)?.bytes ?? 0;
  }

  get ids(): readonly string[] {
    return this.#all.map(({ id }) => id);
  }

  has(id: string): boolean {
    return this.#all.some((slice) => slice.id === id);
  }

  /** Whether more than `most` bytes of a slice may be used. */
  isAbove(id: string, most: number): boolean {
    return this.#all.some((slice) => slice.id === id && slice.bytes > most);
  }

  add(id: string, bytes: number): void {
    if (bytes === 0) this.#talk.used(id, 0, true);
    else this.#all.push({ id, bytes, used: 0, told: 0 });
  }

  /** No more than there are. */
  use(bytes: number): void {
    let rest = bytes;
    for (let slice = this.#all[0]; slice !== undefined; slice = this.#all[0]) {
      const part = Math.min(rest, slice.bytes - slice.used);
      slice.used += part;
      rest -= part;
      if (slice.used < slice.bytes) break;
      this.#all.shift();
      this.#talk.used(slice.id, slice.used, true);
    }
  }

  /** Nothing more is used of this one; what was left of it. */
  end(id: string): number {
    const index = this.#all.findIndex((slice) => slice.id === id);
    const [slice] = index === -1 ? [] : this.#all.splice(index, 1);
    if (slice === undefined) return 0;
    this.#talk.used(id, slice.used, true);
    return slice.bytes - slice.used;
  }

  /** No more than `most` is used of this one in all; what of it is not to be used any more. */
  limit(id: string, most: number): number {
    const slice = this.#all.find((one) => one.id === id);
    if (slice === undefined || slice.bytes <= most) return 0;
    if (slice.used >= most) return this.end(id);
    const excess = slice.bytes - most;
    slice.bytes = most;
    return excess;
  }

  endAll(): void {
    for (const { id, used } of this.#all.splice(0)) this.#talk.used(id, used, true);
  }

  /** Reports the usage since the last call. */
  report(): void {
    for (const slice of this.#all) {
      if (slice.used === slice.told) continue;
      slice.told = slice.used;
      this.#talk.used(slice.id, slice.used, false);
    }
  }
}
