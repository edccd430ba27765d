import { type QuotaDelegate, DelegatedQuota } from './delegated-quota.ts';
import type { QuotaLeaseLimit } from '../proxy-messages.ts';
import { type QuotaClient, QuotaLeases, LeaseRequests } from './quota-leases.ts';

/** A new connection that waits for quota. */
export interface Payer {
  /** There is more, or it is known that there is none. */
  onQuotaAccount(): void;
}

/** Milliseconds without anybody at a quota account after which what is left is given back. */
const idleFor = 60_000;

/**
 * The data that one customer may still use here, in quota leases that were deducted from the ledger before they came. The quota delegate, which is the
 * relay, spends it byte by byte before it sends; nothing is spent here.
 */
export class QuotaAccount {
  readonly #leaseRequests: LeaseRequests;
  readonly #quotaLeases: QuotaLeases;
  readonly #waiting = new Set<Payer>();
  #left = 0;
  #users = 0;
  #idleSince: number;
  #delegatedQuota: DelegatedQuota | null = null;
  /** Quota leases that lapse when what is lent has come back. */
  readonly #lapsing = new Set<string>();
  /** The most that is used of these quota leases in all, also of one that arrives later. */
  #limits: readonly QuotaLeaseLimit[] = [];
  /** What is on its way was drawn before a recall, perhaps under a limit that is not valid any more. */
  #returnsNext = false;

  constructor(id: string, talk: QuotaClient, now: number) {
    this.#leaseRequests = new LeaseRequests(id, talk);
    this.#quotaLeases = new QuotaLeases(talk);
    this.#idleSince = now;
  }

  /** Nothing is left, and nothing is to come: its connections have to end. */
  get isEmpty(): boolean {
    return this.left === 0 && this.#leaseRequests.isDry;
  }

  /** What is lent may be had back. */
  get left(): number {
    return this.#left + this.#lent;
  }

  /** Not among `#left`. */
  get #lent(): number {
    return this.#delegatedQuota?.bytes ?? 0;
  }

  /** Also when the last byte has just been paid: a new connection may be waiting for one. */
  #drawInTime(now: number): void {
    if (this.left === 0 || this.left < this.#quotaLeases.lastSize / 2) this.draw(now);
  }

  /** From now on `quotaDelegate` pays from here; it has something to begin with, if there is anything. */
  lendTo(quotaDelegate: QuotaDelegate): void {
    const bytes = this.#left;
    this.#left = 0;
    this.#delegatedQuota = new DelegatedQuota(quotaDelegate, bytes);
  }

  /** Somebody new pays from what is lent: there has to be something. */
  lendMore(): void {
    if (this.#lent === 0) this.#lend();
  }

  /** So much of what was lent has been used. */
  spent(bytes: number, now: number): void {
    this.#delegatedQuota?.spent(bytes);
    this.#quotaLeases.use(bytes);
    this.#drawInTime(now);
    if (this.isEmpty && this.#delegatedQuota?.owes === true) this.#delegatedQuota.break();
  }

  /** The quota delegate has less than it was to have. */
  short(now: number): void {
    this.#delegatedQuota?.owe();
    this.#lend();
    this.#drawInTime(now);
    if (this.isEmpty) this.#delegatedQuota?.break();
  }

  /** All that was left of what was lent. */
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

  /** Asks for another slice, unless one is on its way or there was none a moment ago. */
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

  /** Calls back once, when there is more, or when it is known that there is none. */
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

  /** Gives a slice back whatever is left of it. */
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

  /** Uses no more of these quota leases than is said, and gives the rest back; what is lent comes back for that first. */
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

  /** Gives all quota leases back, and the one that is on its way when it arrives: what is spent from now on is drawn anew. */
  recall(): void {
    this.#returnsNext = this.#leaseRequests.isUnderEgressRoute;
    for (const id of this.#quotaLeases.ids) this.lapse(id);
  }

  /** Tells what was used since the last time; all is given back, and true returned, when nobody has been here for a while. */
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

  /** Gives back what is left. */
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
