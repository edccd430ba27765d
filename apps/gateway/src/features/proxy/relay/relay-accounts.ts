import type { CommandWriter } from './relay-commands.ts';
import type { Customer } from '../auth/customer.ts';
import type { Exit } from '../egress/exits.ts';
import type { QuotaAccount } from '../quota/quota-account.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';

/** The relay's ids of quota accounts and rate limiters, from first to last use. */
export class RelayAccounts {
  readonly #commands: CommandWriter;
  readonly #scheduleFlush: () => void;
  readonly #quotaAccounts = new Map<number, QuotaAccount>();
  readonly #rateLimiters = new Map<number, RateLimiter>();
  readonly #ids = new WeakMap<QuotaAccount | RateLimiter, number>();
  #lastId = 0;

  constructor(commands: CommandWriter, scheduleFlush: () => void) {
    this.#commands = commands;
    this.#scheduleFlush = scheduleFlush;
  }

  /** Number of ids in use at the relay. */
  get size(): number {
    return this.#quotaAccounts.size + this.#rateLimiters.size;
  }

  /** Returns the id of a quota account, and delegates quota to the relay; 0 for traffic without a quota account. */
  idOfQuotaAccount(quotaAccount: QuotaAccount | null): number {
    if (quotaAccount === null) return 0;
    const known = this.#ids.get(quotaAccount);
    if (known !== undefined) {
      quotaAccount.extendDelegation();
      return known;
    }
    const id = this.#add(this.#quotaAccounts, quotaAccount);
    quotaAccount.delegateTo({
      grant: (bytes, mark) => (this.#commands.grant(id, bytes, mark), this.#scheduleFlush()),
      recall: () => (this.#commands.recall(id), this.#scheduleFlush()),
      exhaust: () => (this.#commands.exhaust(id), this.#scheduleFlush()),
      end: () => this.#remove(this.#quotaAccounts, id),
    });
    return id;
  }

  /** Returns the ids of the customer's and the exit's rate limiter; 0 for an exit that serves a single connection and has no rate. */
  limitersOf(customer: Pick<Customer, 'rateLimiter'>, exit: Exit): readonly [number, number] {
    return [
      this.#idOfRateLimiter(customer.rateLimiter),
      exit.isSingleConnection ? 0 : this.#idOfRateLimiter(exit.rateLimiter),
    ];
  }

  #idOfRateLimiter(rateLimiter: RateLimiter): number {
    const known = this.#ids.get(rateLimiter);
    if (known !== undefined) return known;
    const id = this.#add(this.#rateLimiters, rateLimiter);
    rateLimiter.relayLimiter = {
      limit: (rate) => (this.#commands.setRate(id, rate), this.#scheduleFlush()),
      remove: () => this.#remove(this.#rateLimiters, id),
    };
    return id;
  }

  quotaAccount(id: number): QuotaAccount | undefined {
    return this.#quotaAccounts.get(id);
  }

  rateLimiter(id: number): RateLimiter | undefined {
    return this.#rateLimiters.get(id);
  }

  #add<T extends QuotaAccount | RateLimiter>(all: Map<number, T>, one: T): number {
    this.#lastId += 1;
    all.set(this.#lastId, one);
    this.#ids.set(one, this.#lastId);
    return this.#lastId;
  }

  #remove<T extends QuotaAccount | RateLimiter>(all: Map<number, T>, id: number): void {
    const one = all.get(id);
    if (one === undefined) return;
    all.delete(id);
    this.#ids.delete(one);
    this.#commands.remove(id);
    this.#scheduleFlush();
  }
}
