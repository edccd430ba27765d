import type { QuotaLeaseLimit } from '../proxy-messages.ts';
import { QuotaAccount } from './quota-account.ts';
import type { QuotaClient } from './quota-leases.ts';

/** The quota accounts in use at this gateway. */
export class QuotaAccounts {
  readonly #client: QuotaClient;
  readonly #all = new Map<string, QuotaAccount>();
  readonly #limits = new Map<string, readonly QuotaLeaseLimit[]>();

  constructor(client: QuotaClient) {
    this.#client = client;
  }

  of(id: string, now: number): QuotaAccount {
    let quotaAccount = this.#all.get(id);
    if (quotaAccount === undefined) {
      this.#all.set(id, (quotaAccount = new QuotaAccount(id, this.#client, now)));
      quotaAccount.limit(this.#limits.get(id) ?? []);
    }
    return quotaAccount;
  }

  report(now: number): void {
    for (const [id, quotaAccount] of this.#all) if (quotaAccount.report(now)) this.#all.delete(id);
  }

  lapse(slice: string): void {
    for (const quotaAccount of this.#all.values()) quotaAccount.lapse(slice);
  }

  /** Returns a quota account's leased quota, if it is used here. */
  recall(id: string): void {
    this.#all.get(id)?.recall();
  }

  /** Applies limits to an account's quota leases, also to requested ones. */
  limit(id: string, limits: readonly QuotaLeaseLimit[]): void {
    if (limits.length === 0) this.#limits.delete(id);
    else this.#limits.set(id, limits);
    this.#all.get(id)?.limit(limits);
  }

  settle(): void {
    for (const quotaAccount of this.#all.values()) quotaAccount.settle();
  }
}
