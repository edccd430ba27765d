/** Milliseconds until a request is retried for an empty quota account: the customer may have bought more. */
const emptyRetryDelay = 2_000;

/** Requests quota leases of one quota account from the control plane, one at a time. */
export class LeaseRequests {
  readonly #quotaAccount: string;
  readonly #client: QuotaClient;
  #isPending = false;
  #emptySince: number | null = null;

  constructor(quotaAccount: string, client: QuotaClient) {
    this.#quotaAccount = quotaAccount;
    this.#client = client;
  }

  get isPending(): boolean {
    return this.#isPending;
  }

  /** The last response was empty. */
  get foundEmpty(): boolean {
    return this.#emptySince !== null && !this.#isPending;
  }

  /** Requests another quota lease, unless a request is pending or the ledger was empty recently. */
  request(now: number): void {
    if (this.#isPending || (this.#emptySince !== null && now - this.#emptySince < emptyRetryDelay)) return;
    this.#isPending = true;
    this.#client.draw(this.#quotaAccount);
  }

  /** A response arrived: with a lease (null), or without one at the time `emptySince` in ms. */
  completed(emptySince: number | null): void {
    this.#isPending = false;
    this.#emptySince = emptySince;
  }
}

/** Requests and reports of a quota account to the control plane; see `proxyEvent`. */
export interface QuotaClient {
  draw(quotaAccount: string): void;
  used(lease: string, bytes: number, done: boolean): void;
}

interface QuotaLease {
  readonly id: string;
  bytes: number;
  used: number;
  reported: number;
}

/** The quota leases of an account, used in order of arrival; the usage of each is reported to the control plane. */
export class QuotaLeases {
  readonly #all: QuotaLease[] = [];
  readonly #client: QuotaClient;

  constructor(client: QuotaClient) {
    this.#client = client;
  }

  /** Bytes of the last lease; 0 when all are used up. */
  get lastSize(): number {
    return this.#all.at(-1)?.bytes ?? 0;
  }

  get ids(): readonly string[] {
    return this.#all.map(({ id }) => id);
  }

  has(id: string): boolean {
    return this.#all.some((lease) => lease.id === id);
  }

  /** Whether a lease is larger than `limit` bytes. */
  isAbove(id: string, limit: number): boolean {
    return this.#all.some((lease) => lease.id === id && lease.bytes > limit);
  }

  add(id: string, bytes: number): void {
    if (bytes === 0) this.#client.used(id, 0, true);
    else this.#all.push({ id, bytes, used: 0, reported: 0 });
  }

  /** Charges bytes to the leases; at most their sum is charged. */
  use(bytes: number): void {
    let rest = bytes;
    for (let lease = this.#all[0]; lease !== undefined; lease = this.#all[0]) {
      const part = Math.min(rest, lease.bytes - lease.used);
      lease.used += part;
      rest -= part;
      if (lease.used < lease.bytes) break;
      this.#all.shift();
      this.#client.used(lease.id, lease.used, true);
    }
  }

  /** Ends a lease; returns its unused bytes. */
  end(id: string): number {
    const index = this.#all.findIndex((lease) => lease.id === id);
    const [lease] = index === -1 ? [] : this.#all.splice(index, 1);
    if (lease === undefined) return 0;
    this.#client.used(id, lease.used, true);
    return lease.bytes - lease.used;
  }

  /** Limits the total usage of a lease; returns the bytes that were removed from it. */
  limit(id: string, limit: number): number {
    const lease = this.#all.find((one) => one.id === id);
    if (lease === undefined || lease.bytes <= limit) return 0;
    if (lease.used >= limit) return this.end(id);
    const excess = lease.bytes - limit;
    lease.bytes = limit;
    return excess;
  }

  endAll(): void {
    for (const { id, used } of this.#all.splice(0)) this.#client.used(id, used, true);
  }

  /** Reports the usage since the last call. */
  report(): void {
    for (const lease of this.#all) {
      if (lease.used === lease.reported) continue;
      lease.reported = lease.used;
      this.#client.used(lease.id, lease.used, false);
    }
  }
}
