import { plainAddress } from '../egress/plain-address.ts';
import type { ProxyCustomer } from '../proxy-messages.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';

/** A customer of the proxy, with the open connections. */
export class Customer {
  grant: ProxyCustomer;
  readonly rateLimiter: RateLimiter;
  /** Number of connections that are being opened. */
  opening = 0;
  isGone = false;
  /** Increases whenever all connections are ended, so that those still being opened are ended too. */
  generation = 0;
  /** Open connections, which count towards the limit and are destroyed when the grant ends. */
  readonly open = new Set<{ destroy(): void }>();

  /** Listed addresses from which the password was used. */
  readonly #verifiedAddresses = new Set<string>();

  constructor(grant: ProxyCustomer) {
    this.grant = grant;
    this.rateLimiter = new RateLimiter(grant.limits.bytesPerSecond);
  }

  /** Whether the address is on this customer's list. The list is unverified: any customer may list any address. */
  lists(address: string): boolean {
    return this.grant.addresses.some((one) => plainAddress(one) === address);
  }

  /** Whether a listed address is verified: proven, or used with the password. */
  isVerifiedAt(address: string): boolean {
    return (
      this.#verifiedAddresses.has(address) || this.grant.proven.some((one) => plainAddress(one) === address)
    );
  }

  markVerified(address: string): void {
    this.#verifiedAddresses.add(address);
  }

  get isFull(): boolean {
    return this.open.size + this.opening >= this.grant.limits.connections;
  }

  get isActive(): boolean {
    return this.open.size > 0;
  }

  /** Replaces the grant. Returns whether all connections had to end. */
  replace(grant: ProxyCustomer): boolean {
    const before = this.grant;
    this.grant = grant;
    this.rateLimiter.rate = grant.limits.bytesPerSecond;
    for (const address of this.#verifiedAddresses)
      if (secretOf(before) !== secretOf(grant) || !this.lists(address))
        this.#verifiedAddresses.delete(address);
    // Connections end if their route or quota account has changed, if the password has, or if their source address is no longer on the
    // list.
    const identity = (one: ProxyCustomer) => JSON.stringify([secretOf(one), one.quotaAccount, one.route]);
    const keepsAddresses = before.addresses.every((one) => this.lists(plainAddress(one)));
    const stays = identity(before) === identity(grant) && keepsAddresses;
    if (!stays) this.endAll();
    return !stays;
  }

  endAll(): void {
    this.generation += 1;
    for (const one of [...this.open]) one.destroy();
  }
}

/** Returns the value by which the password is verified. */
export function secretOf({ mac, verifier }: ProxyCustomer): string {
  return verifier ?? mac ?? '';
}
