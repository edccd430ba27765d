import { timingSafeEqual } from 'node:crypto';
import { credentialMac } from '@comet/admission';
import { err, ok, type Result } from '@comet/foundation';
import type { Credentials } from './http-head.ts';
import { plainAddress } from './plain-address.ts';
import type { ProxyCustomer } from './proxy-messages.ts';
import { accountOf } from './read-username.ts';
import { RecentLogins } from './recent-logins.ts';
import type { Refusal } from './refusals.ts';
import { Turnstile } from './turnstile.ts';

/** One who may use the proxy, and what he has open. */
export class Customer {
  grant: ProxyCustomer;
  readonly turnstile: Turnstile;
  /** Connections that are being made. */
  opening = 0;
  isGone = false;
  /** Grows whenever all that is open ends: what was begun before that comes too late. */
  era = 0;
  /** Counts towards the limit; destroyed when the right to it ends. */
  readonly open = new Set<{ destroy(): void }>();

  constructor(grant: ProxyCustomer) {
    this.grant = grant;
    this.turnstile = new Turnstile(grant.limits.bytesPerSecond);
  }

  get isFull(): boolean {
    return this.open.size + this.opening >= this.grant.limits.connections;
  }

  get isActive(): boolean {
    return this.open.size > 0;
  }

  replace(grant: ProxyCustomer): void {
    const before = this.grant;
    this.grant = grant;
    this.turnstile.rate = grant.limits.bytesPerSecond;
    // Whoever comes out elsewhere now, or pays from elsewhere, begins anew; so does one whose password is another.
    const lasting = ({ mac, purse, route }: ProxyCustomer) => JSON.stringify([mac, purse, route]);
    if (lasting(before) !== lasting(grant)) this.endAll();
  }

  endAll(): void {
    this.era += 1;
    for (const one of [...this.open]) one.destroy();
  }
}

/** Everybody who may use the proxy, by name and by the addresses from which no password is asked. */
export class Customers {
  readonly #byId = new Map<string, Customer>();
  readonly #byName = new Map<string, Customer>();
  readonly #byAddress = new Map<string, Set<Customer>>();
  #pepper: Uint8Array = new Uint8Array();
  readonly #recent = new RecentLogins();

  all(): Iterable<Customer> {
    return this.#byId.values();
  }

  /** How many have something open. */
  get active(): number {
    let count = 0;
    for (const { isActive } of this.#byId.values()) if (isActive) count += 1;
    return count;
  }

  replaceAll(pepper: string, grants: readonly ProxyCustomer[]): void {
    this.#pepper = Buffer.from(pepper, 'base64url');
    this.#recent.forget();
    const stay = new Set(grants.map(({ id }) => id));
    for (const id of [...this.#byId.keys()]) if (!stay.has(id)) this.remove(id);
    for (const grant of grants) this.put(grant);
  }

  put(grant: ProxyCustomer): void {
    const known = this.#byId.get(grant.id);
    const customer = known ?? new Customer(grant);
    if (known === undefined) this.#byId.set(grant.id, customer);
    else {
      this.#unindex(known);
      known.replace(grant);
    }
    this.#byName.set(grant.username, customer);
    for (const address of grant.addresses.map(plainAddress)) {
      const all = this.#byAddress.get(address);
      if (all === undefined) this.#byAddress.set(address, new Set([customer]));
      else all.add(customer);
    }
  }

  remove(id: string): void {
    const customer = this.#byId.get(id);
    if (customer === undefined) return;
    this.#byId.delete(id);
    this.#unindex(customer);
    customer.isGone = true;
    customer.endAll();
  }

  /** Who it is that comes from `address` with these credentials, or without any. */
  identify(credentials: Credentials | null, address: string): Result<Customer, Refusal> {
    if (credentials === null) {
      const [known, other] = this.#byAddress.get(plainAddress(address)) ?? [];
      // Where an address stands for more than one, a name has to tell them apart.
      return known === undefined || other !== undefined ? err('credentials_required') : ok(known);
    }
    const name = accountOf(credentials.username);
    const customer = this.#byName.get(name);
    if (customer === undefined) return err('bad_credentials');
    if (customer.grant.addresses.some((one) => plainAddress(one) === plainAddress(address)))
      return ok(customer);
    const { password } = credentials;
    const isRight = (mac: string): boolean => isSame(mac, customer.grant.mac);
    const make = (): string => credentialMac(this.#pepper, name, password);
    return isRight(this.#recent.mac(name, password, make, isRight)) ? ok(customer) : err('bad_credentials');
  }

  #unindex(customer: Customer): void {
    const { username, addresses } = customer.grant;
    if (this.#byName.get(username) === customer) this.#byName.delete(username);
    for (const address of addresses.map(plainAddress)) {
      const all = this.#byAddress.get(address);
      all?.delete(customer);
      if (all?.size === 0) this.#byAddress.delete(address);
    }
  }
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
