import { timingSafeEqual, hash, randomBytes } from 'node:crypto';
import { credentialKey, credentialMac, credentialVerifier } from '@comet/admission';
import { err, ok, type Result } from '@comet/foundation';
import { Customer, secretOf } from './customer.ts';
import type { Credentials } from '../http/http-head.ts';
import { plainAddress } from '../egress/plain-address.ts';
import type { ProxyCustomer } from '../proxy-messages.ts';
import type { QuotaAccounts } from '../quota/quota-accounts.ts';
import { accountOf } from './username.ts';
import type { Refusal } from '../refusals.ts';

const maxCachedLogins = 10_000;

/** The ways to compute the value by which a password is verified. */
type Form = 'mac' | 'verifier';

/**
 * Caches the MACs and verifiers of valid credentials, since the hashes are the slowest part of a login. The key is a plain hash with a salt of
 * this process, so that the cache is useless elsewhere.
 */
class LoginCache {
  readonly #salt = randomBytes(32).toString('base64');
  readonly #secrets = new Map<string, string>();

  /** Returns the MAC or verifier of these credentials; cached if `isRight` returns true. */
  secret(
    { username, password }: Credentials,
    form: Form,
    make: () => string,
    isRight: (secret: string) => boolean,
  ): string {
    const key = hash('sha256', `${this.#salt}\n${form}\n${username}\n${password}`, 'base64');
    const known = this.#secrets.get(key);
    if (known !== undefined) return known;
    const secret = make();
    if (!isRight(secret)) return secret;
    if (this.#secrets.size >= maxCachedLogins) this.#secrets.clear();
    this.#secrets.set(key, secret);
    return secret;
  }

  clear(): void {
    this.#secrets.clear();
  }
}

/** The customers' quota accounts; see `QuotaAccounts`. */
type CustomerQuotaAccounts = Pick<QuotaAccounts, 'recall' | 'limit'>;

/** The customers of the proxy, by user name and by the addresses that authenticate without a password. */
export class Customers {
  readonly #byId = new Map<string, Customer>();
  readonly #byName = new Map<string, Customer>();
  readonly #byAddress = new Map<string, Set<Customer>>();
  readonly #quotaAccounts: CustomerQuotaAccounts;
  #pepper: Uint8Array = new Uint8Array();
  readonly #loginCache = new LoginCache();
  /** Whether an address is that of many customers: it authenticates none, on whichever list it is. */
  isShared: (address: string) => boolean = () => false;

  constructor(quotaAccounts: CustomerQuotaAccounts = { recall: () => {}, limit: () => {} }) {
    this.#quotaAccounts = quotaAccounts;
  }

  all(): Iterable<Customer> {
    return this.#byId.values();
  }

  replaceAll(pepper: string, grants: readonly ProxyCustomer[]): void {
    this.#pepper = Buffer.from(pepper, 'base64url');
    this.#loginCache.clear();
    const kept = new Set(grants.map(({ id }) => id));
    // In this order, so that a grant that replaces another keeps the connections.
    for (const grant of grants) this.put(grant);
    for (const id of [...this.#byId.keys()]) if (!kept.has(id)) this.remove(id);
  }

  /** A grant with the user name of another replaces it; the removal of the old one follows later. */
  put(grant: ProxyCustomer): void {
    const known = this.#byId.get(grant.id) ?? this.#byName.get(grant.username);
    const customer = known ?? new Customer(grant);
    if (known !== undefined) this.#replace(known, grant);
    this.#byId.set(grant.id, customer);
    if (grant.quotaAccount !== null)
      this.#quotaAccounts.limit(grant.quotaAccount, grant.quotaLeaseLimits ?? []);
    this.#byName.set(grant.username, customer);
    for (const address of grant.addresses.map(plainAddress)) {
      const all = this.#byAddress.get(address);
      if (all === undefined) this.#byAddress.set(address, new Set([customer]));
      else all.add(customer);
    }
  }

  #replace(known: Customer, grant: ProxyCustomer): void {
    const { id, quotaAccount } = known.grant;
    this.#unindex(known);
    if (this.#byId.get(id) === known) this.#byId.delete(id);
    if (known.replace(grant) && quotaAccount !== null) this.#quotaAccounts.recall(quotaAccount);
  }

  remove(id: string): void {
    const customer = this.#byId.get(id);
    if (customer === undefined) return;
    this.#byId.delete(id);
    this.#unindex(customer);
    customer.isGone = true;
    customer.endAll();
    customer.rateLimiter.end();
    if (customer.grant.quotaAccount !== null) this.#quotaAccounts.recall(customer.grant.quotaAccount);
  }

  /** Returns the customer at `address` with these credentials, or without any. */
  identify(credentials: Credentials | null, address: string): Result<Customer, Refusal> {
    const from = plainAddress(address);
    if (credentials === null) {
      const listing = this.#byAddress.get(from);
      const listed = listing === undefined || this.isShared(from) ? [] : [...listing];
      const verified = listed.filter((customer) => customer.isVerifiedAt(from));
      const [known, other] = verified.length > 0 ? verified : listed;
      // An address on the lists of several customers needs a user name.
      return known === undefined || other !== undefined ? err('credentials_required') : ok(known);
    }
    const name = accountOf(credentials.username);
    const customer = this.#byName.get(name);
    if (customer === undefined) return err('bad_credentials');
    const isListed = customer.lists(from) && !this.isShared(from);
    if (isListed && (credentials.password === '' || customer.isVerifiedAt(from))) return ok(customer);
    const isRight = this.#isRight(customer, name, credentials.password);
    if (isListed && isRight) customer.markVerified(from);
    return isListed || isRight ? ok(customer) : err('bad_credentials');
  }

  #isRight({ grant }: Customer, username: string, password: string): boolean {
    const matches = (secret: string): boolean => isEqual(secret, secretOf(grant));
    const form = grant.verifier === undefined ? 'mac' : 'verifier';
    const make = () =>
      form === 'mac'
        ? credentialMac(this.#pepper, username, password)
        : credentialVerifier(credentialKey(username, password));
    return matches(this.#loginCache.secret({ username, password }, form, make, matches));
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

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
