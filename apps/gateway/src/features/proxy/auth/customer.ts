import { plainAddress } from '../egress/plain-address.ts';
import type { ProxyCustomer } from '../proxy-messages.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';

/** One who may use the proxy, and what he has open. */
export class Customer {
  grant: ProxyCustomer;
  readonly rateLimiter: RateLimiter;
  /** Connections that are being made. */
  opening = 0;
  isGone = false;
  /** Grows whenever all that is open ends: what was begun before that comes too late. */
  generation = 0;
  /** Counts towards the limit; destroyed when the right to it ends. */
  readonly open = new Set<{ destroy(): void }>();

  /** Addresses of its list from which its password came. */
  readonly #cameFrom = new Set<string>();

  constructor(grant: ProxyCustomer) {
    this.grant = grant;
    this.rateLimiter = new RateLimiter(grant.limits.bytesPerSecond);
  }

  /** Whether this customer names an address, which anybody may of any. */
  names(address: string): boolean {
    return this.grant.addresses.some((one) => plainAddress(one) === address);
  }

  /** Whether the address that it names is one where it is, too. */
  isAt(address: string): boolean {
    return this.#cameFrom.has(address) || this.grant.proven.some((one) => plainAddress(one) === address);
  }

  came(address: string): void {
    this.#cameFrom.add(address);
  }

  get isFull(): boolean {
    return this.open.size + this.opening >= this.grant.limits.connections;
  }

  get isActive(): boolean {
    return this.open.size > 0;
  }

  /** True where all that is open had to end. */
  replace(grant: ProxyCustomer): boolean {
    const before = this.grant;
    this.grant = grant;
    this.rateLimiter.rate = grant.limits.bytesPerSecond;
    for (const address of this.#cameFrom)
      if (before.mac !== grant.mac || !this.names(address)) this.#cameFrom.delete(address);
    // Connections end if their route or quota account has changed, if the password has, or if their source address is no longer on the
    // list.
    const lasting = ({ mac, quotaAccount, route }: ProxyCustomer) =>
      JSON.stringify([mac, quotaAccount, route]);
    const keepsAddresses = before.addresses.every((one) => this.names(plainAddress(one)));
    const stays = lasting(before) === lasting(grant) && keepsAddresses;
    if (!stays) this.endAll();
    return !stays;
  }

  endAll(): void {
    this.generation += 1;
    for (const one of [...this.open]) one.destroy();
  }
}
