import { type QuotaDelegate, DelegatedQuota } from './delegated-quota.ts';
import type { QuotaLeaseLimit } from '../proxy-messages.ts';
import { type QuotaClient, QuotaLeases, LeaseRequests } from './quota-leases.ts';

/** A new connection that waits for quota. */
interface QuotaWaiter {
  /** Called when there is more quota, or the ledger has none. */
  onQuota(): void;
}

/** Idle time in milliseconds after which the remaining quota is returned. */
const idleTimeout = 60_000;

/**
 * The quota of one customer at this gateway, in quota leases that are already deducted from the ledger. The quota delegate (the relay)
 * charges each byte before it sends it; nothing is charged here.
 */
export class QuotaAccount {
  readonly #leaseRequests: LeaseRequests;
  readonly #quotaLeases: QuotaLeases;
  readonly #waiting = new Set<QuotaWaiter>();
  #left = 0;
  #users = 0;
  #idleSince: number;
  #delegatedQuota: DelegatedQuota | null = null;
  /** Quota leases that lapse once the delegated quota has returned. */
  readonly #lapsing = new Set<string>();
  /** Maximum total usage of these quota leases, also of one that arrives later. */
  #limits: readonly QuotaLeaseLimit[] = [];
  /** The pending request was sent before a recall, perhaps under an outdated limit. */
  #returnsNextLease = false;

  constructor(id: string, client: QuotaClient, now: number) {
    this.#leaseRequests = new LeaseRequests(id, client);
    this.#quotaLeases = new QuotaLeases(client);
    this.#idleSince = now;
  }

  /** No quota is left or expected: its connections must end. */
  get isEmpty(): boolean {
    return this.left === 0 && this.#leaseRequests.foundEmpty;
  }

  /** Includes the delegated quota, which can be recalled. */
  get left(): number {
    return this.#left + this.#delegated;
  }

  /** Bytes that are delegated; not included in `#left`. */
  get #delegated(): number {
    return this.#delegatedQuota?.bytes ?? 0;
  }

  /** Also requests at exactly zero: a new connection may be waiting for quota. */
  #drawIfLow(now: number): void {
    if (this.left === 0 || this.left < this.#quotaLeases.lastSize / 2) this.draw(now);
  }

  /** Delegates charging to `quotaDelegate`, with the quota that is left. */
  delegateTo(quotaDelegate: QuotaDelegate): void {
    const bytes = this.#left;
    this.#left = 0;
    this.#delegatedQuota = new DelegatedQuota(quotaDelegate, bytes);
  }

  /** Call for each new connection: delegates more quota if none is delegated. */
  extendDelegation(): void {
    if (this.#delegated === 0) this.#delegate();
  }

  /** Records usage of the delegated quota in bytes. */
  spent(bytes: number, now: number): void {
    this.#delegatedQuota?.spent(bytes);
    this.#quotaLeases.use(bytes);
    this.#drawIfLow(now);
    if (this.isEmpty && this.#delegatedQuota?.needsMore === true) this.#delegatedQuota.exhaust();
  }

  /** Reports that the quota delegate has little quota left. */
  short(now: number): void {
    this.#delegatedQuota?.requestMore();
    this.#delegate();
    this.#drawIfLow(now);
    if (this.isEmpty) this.#delegatedQuota?.exhaust();
  }

  /** Reports that the quota delegate has returned its remaining bytes. */
  returned(bytes: number): void {
    this.#delegatedQuota?.returned(bytes);
    this.#left += bytes;
    for (const id of this.#lapsing) this.lapse(id);
    this.#applyLimits();
    this.#notifyWaiters();
    if (this.#delegatedQuota?.needsMore === true) this.#delegate();
  }

  #delegate(): void {
    this.#left -= this.#delegatedQuota?.extend(this.#left) ?? 0;
  }

  /** Requests another quota lease, unless a request is pending or the ledger was empty recently. */
  draw(now: number): void {
    this.#leaseRequests.request(now);
  }

  credit(id: string, bytes: number): void {
    this.#leaseRequests.completed(null);
    this.#quotaLeases.add(id, bytes);
    this.#left += bytes;
    if (this.#limits.length > 0) this.limit(this.#limits);
    if (this.#returnsNextLease) this.lapse(id);
    this.#returnsNextLease = false;
    this.#notifyWaiters();
    if (this.#delegatedQuota?.needsMore === true) this.#delegate();
  }

  empty(now: number): void {
    this.#leaseRequests.completed(now);
    this.#returnsNextLease = false;
    this.#notifyWaiters();
    if (this.isEmpty) this.#delegatedQuota?.exhaust();
  }

  /** Adds a waiter, called once when there is more quota or the ledger has none. */
  wait(waiter: QuotaWaiter): void {
    this.#waiting.add(waiter);
  }

  cancelWait(waiter: QuotaWaiter): void {
    this.#waiting.delete(waiter);
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
    if (this.#delegated === 0) {
      this.#lapsing.delete(id);
      this.#left -= this.#quotaLeases.end(id);
    } else if (this.#quotaLeases.has(id)) {
      this.#lapsing.add(id);
      this.#delegatedQuota?.requestMore();
      this.#delegatedQuota?.recall();
    }
  }

  /** Limits the usage of these quota leases and returns the rest; delegated quota is recalled first. */
  limit(limits: readonly QuotaLeaseLimit[]): void {
    this.#limits = limits;
    if (this.#delegated === 0) this.#applyLimits();
    else if (limits.some(({ slice, bytes }) => this.#quotaLeases.isAbove(slice, bytes))) {
      this.#delegatedQuota?.requestMore();
      this.#delegatedQuota?.recall();
    }
  }

  #applyLimits(): void {
    for (const { slice, bytes } of this.#limits) this.#left -= this.#quotaLeases.limit(slice, bytes);
  }

  /** Returns all quota leases, also one that is requested, on arrival: later usage needs new leases. */
  recall(): void {
    this.#returnsNextLease = this.#leaseRequests.isPending;
    for (const id of this.#quotaLeases.ids) this.lapse(id);
  }

  /** Reports the usage since the last call. Returns all quota, and true, after the idle time. */
  report(now: number): boolean {
    const idle = this.#users === 0 && now - this.#idleSince >= idleTimeout;
    if (idle && this.#delegated > 0) {
      this.#delegatedQuota?.recall();
      return false;
    }
    if (idle) this.settle();
    this.#quotaLeases.report();
    return idle && !this.#leaseRequests.isPending;
  }

  /** Returns the remaining quota. */
  settle(): void {
    this.#left = 0;
    this.#delegatedQuota?.end();
    this.#delegatedQuota = null;
    this.#quotaLeases.endAll();
  }

  #notifyWaiters(): void {
    const waiters = [...this.#waiting];
    this.#waiting.clear();
    for (const waiter of waiters) waiter.onQuota();
  }
}
