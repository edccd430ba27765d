import { type QuotaDelegate, DelegatedQuota } from './delegated-quota.ts';
import type { QuotaLeaseLimit } from '../proxy-messages.ts';
import { type QuotaClient, QuotaLeases, LeaseRequests } from './quota-leases.ts';

/** A new connection that waits for quota. */
export interface Payer {
  /** There is more quota, or the ledger has none. */
  onQuotaAccount(): void;
}

/** Idle time in milliseconds after which the remaining quota is returned. */
const idleFor = 60_000;

/**
 * The quota of one customer at this gateway, in quota leases that are already deducted from the ledger. The quota delegate (the relay)
 * charges each byte before it sends it; nothing is charged here.
 */
export class QuotaAccount {
  readonly #leaseRequests: LeaseRequests;
  readonly #quotaLeases: QuotaLeases;
  readonly #waiting = new Set<Payer>();
  #left = 0;
  #users = 0;
  #idleSince: number;
  #delegatedQuota: DelegatedQuota | null = null;
  /** Quota leases that lapse once the delegated quota has returned. */
  readonly #lapsing = new Set<string>();
  /** Maximum total usage of these quota leases, also of one that arrives later. */
  #limits: readonly QuotaLeaseLimit[] = [];
  /** The pending request was sent before a recall, perhaps under an outdated limit. */
  #returnsNext = false;

  constructor(id: string, talk: QuotaClient, now: number) {
    this.#leaseRequests = new LeaseRequests(id, talk);
    this.#quotaLeases = new QuotaLeases(talk);
    this.#idleSince = now;
  }

  /** No quota is left or expected: its connections must end. */
  get isEmpty(): boolean {
    return this.left === 0 && this.#leaseRequests.isDry;
  }

  /** Includes the delegated quota, which can be recalled. */
  get left(): number {
    return this.#left + this.#lent;
  }

  /** Not among `#left`. */
  get #lent(): number {
    return this.#delegatedQuota?.bytes ?? 0;
  }

  /** Also requests at exactly zero: a new connection may be waiting for quota. */
  #drawInTime(now: number): void {
    if (this.left === 0 || this.left < this.#quotaLeases.lastSize / 2) this.draw(now);
  }

  /** Delegates charging to `quotaDelegate`, with the quota that is left. */
  lendTo(quotaDelegate: QuotaDelegate): void {
    const bytes = this.#left;
    this.#left = 0;
    this.#delegatedQuota = new DelegatedQuota(quotaDelegate, bytes);
  }

  /** A new connection uses the delegated quota: extends it where it is zero. */
  lendMore(): void {
    if (this.#lent === 0) this.#lend();
  }

  /** Records usage of the delegated quota in bytes. */
  spent(bytes: number, now: number): void {
    this.#delegatedQuota?.spent(bytes);
    this.#quotaLeases.use(bytes);
    this.#drawInTime(now);
    if (this.isEmpty && this.#delegatedQuota?.owes === true) this.#delegatedQuota.break();
  }

  /** The quota delegate runs short of quota. */
  short(now: number): void {
    this.#delegatedQuota?.owe();
    this.#lend();
    this.#drawInTime(now);
    if (this.isEmpty) this.#delegatedQuota?.break();
  }

  /** The quota delegate has returned its remaining bytes. */
  returned(bytes: number): void {
    this.#delegatedQuota?.returned(bytes);
    this.#left += bytes;
    for (const id of this.#lapsing) this.lapse(id);
    this.#keepLimits();
    this.#wake();
    if (this.#delegatedQuota?.owes === true) this.#lend();
  }

  #lend(): void {
    this.#left -= this.#delegatedQuota?.extend(this.#left) ?? 0;
  }

  /** Requests another quota lease, unless a request is pending or the ledger was empty recently. */
  draw(now: number): void {
    this.#leaseRequests.ask(now);
  }

  credit(id: string, bytes: number): void {
    this.#leaseRequests.answered(null);
    this.#quotaLeases.add(id, bytes);
    this.#left += bytes;
    if (this.#limits.length > 0) this.limit(this.#limits);
    if (this.#returnsNext) this.lapse(id);
    this.#returnsNext = false;
    this.#wake();
    if (this.#delegatedQuota?.owes === true) this.#lend();
  }

  empty(now: number): void {
    this.#leaseRequests.answered(now);
    this.#returnsNext = false;
    this.#wake();
    if (this.isEmpty) this.#delegatedQuota?.break();
  }

  /** Calls back once, when there is more quota, or the ledger has none. */
  wait(payer: Payer): void {
    this.#waiting.add(payer);
  }

  forget(payer: Payer): void {
    this.#waiting.delete(payer);
  }

  open(): void {
    this.#users += 1;
  }

  close(now: number): void {
    this.#users -= 1;
    if (this.#users === 0) this.#idleSince = now;
  }

  /** Returns a quota lease with its remaining bytes. */
  lapse(id: string): void {
    if (this.#lent === 0) {
      this.#lapsing.delete(id);
      this.#left -= this.#quotaLeases.end(id);
    } else if (this.#quotaLeases.has(id)) {
      this.#lapsing.add(id);
      this.#delegatedQuota?.owe();
      this.#delegatedQuota?.recall();
    }
  }

  /** Limits the usage of these quota leases and returns the rest; delegated quota is recalled first. */
  limit(limits: readonly QuotaLeaseLimit[]): void {
    this.#limits = limits;
    if (this.#lent === 0) this.#keepLimits();
    else if (limits.some(({ slice, bytes }) => this.#quotaLeases.isAbove(slice, bytes))) {
      this.#delegatedQuota?.owe();
      this.#delegatedQuota?.recall();
    }
  }

  #keepLimits(): void {
    for (const { slice, bytes } of this.#limits) this.#left -= this.#quotaLeases.limit(slice, bytes);
  }

  /** Returns all quota leases, also one that is requested, on arrival: later usage needs new leases. */
  recall(): void {
    this.#returnsNext = this.#leaseRequests.isUnderEgressRoute;
    for (const id of this.#quotaLeases.ids) this.lapse(id);
  }

  /** Reports the usage since the last call. Returns all quota, and true, after the idle time. */
  report(now: number): boolean {
    const idle = this.#users === 0 && now - this.#idleSince >= idleFor;
    if (idle && this.#lent > 0) {
      this.#delegatedQuota?.recall();
      return false;
    }
    if (idle) this.settle();
    this.#quotaLeases.report();
    return idle && !this.#leaseRequests.isUnderEgressRoute;
  }

  /** Returns the remaining quota. */
  settle(): void {
    this.#left = 0;
    this.#delegatedQuota?.end();
    this.#delegatedQuota = null;
    this.#quotaLeases.endAll();
  }

  #wake(): void {
    const payers = [...this.#waiting];
    this.#waiting.clear();
    for (const payer of payers) payer.onQuotaAccount();
  }
}
