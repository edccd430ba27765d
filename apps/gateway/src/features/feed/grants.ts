import { hostOf, isIn, SetDigest, tunnelPools } from '@comet/admission';
import { type Grant, grantLine, type WireguardGrant } from '@comet/contract';

/**
 * The permanent grants on this gateway, from the feed. Ensures that a WireGuard key, an address, a pair of credentials and a proxy's
 * user name each belong to one grant of a kind, and that an address is from the pool that sessions do not use.
 */
export class Grants {
  readonly #byId = new Map<string, Grant>();
  readonly #byKey = new Map<string, WireguardGrant>();
  readonly #byHost = new Map<number, string>();
  readonly #macs = new Set<string>();
  readonly #verifiers = new Set<string>();
  readonly #usernames = new Set<string>();
  /** Those of proxy users of all gateways: until a gateway's own ones are withdrawn, it has both. */
  readonly #sharedUsernames = new Set<string>();
  readonly #digest = new SetDigest();

  /** Returns null if the set breaks a rule above. */
  static of(grants: Iterable<Grant>): Grants | null {
    const made = new Grants();
    for (const grant of grants) if (!made.put(grant)) return null;
    return made;
  }

  get size(): number {
    return this.#byId.size;
  }

  all(): Iterable<Grant> {
    return this.#byId.values();
  }

  get(id: string): Grant | null {
    return this.#byId.get(id) ?? null;
  }

  /** The peers of downloaded configurations, which have no session. */
  staticPeers(): Iterable<WireguardGrant> {
    return this.#byKey.values();
  }

  withKey(publicKey: string): WireguardGrant | null {
    return this.#byKey.get(publicKey) ?? null;
  }

  /** Adds a grant. Returns false without a change if it would break a rule above; an existing grant is kept. */
  put(grant: Grant): boolean {
    const present = this.#byId.get(grant.id);
    if (present !== undefined) return grantLine(present) === grantLine(grant);
    if (!this.#take(grant)) return false;
    this.#byId.set(grant.id, grant);
    this.#digest.add(grantLine(grant));
    return true;
  }

  /** Removes a grant and returns it; null if it does not exist. */
  withdraw(id: string): Grant | null {
    const grant = this.#byId.get(id);
    if (grant === undefined) return null;
    this.#byId.delete(id);
    this.#digest.remove(grantLine(grant));
    this.#free(grant);
    return grant;
  }

  /** The digest that a heartbeat carries. */
  digest(): string {
    return this.#digest.value();
  }

  #take(grant: Grant): boolean {
    switch (grant.kind) {
      case 'wireguard': {
        const host = hostOf(grant);
        if (host === null || !isIn(tunnelPools.static, host)) return false;
        if (this.#byKey.has(grant.publicKey) || this.#byHost.has(host)) return false;
        this.#byKey.set(grant.publicKey, grant);
        this.#byHost.set(host, grant.id);
        return true;
      }
      case 'openvpn':
        return takeFrom(this.#macs, grant.mac);
      case 'credential':
        return takeFrom(this.#verifiers, grant.verifier);
      case 'proxy':
        return takeFrom(this.#usernames, grant.username);
      case 'proxyuser':
        return takeFrom(this.#sharedUsernames, grant.username);
      case 'upstream':
        return true;
    }
  }

  #free(grant: Grant): void {
    if (grant.kind === 'openvpn') this.#macs.delete(grant.mac);
    if (grant.kind === 'credential') this.#verifiers.delete(grant.verifier);
    if (grant.kind === 'proxy') this.#usernames.delete(grant.username);
    if (grant.kind === 'proxyuser') this.#sharedUsernames.delete(grant.username);
    if (grant.kind !== 'wireguard') return;
    this.#byKey.delete(grant.publicKey);
    this.#byHost.delete(hostOf(grant) ?? 0);
  }
}

function takeFrom(taken: Set<string>, one: string): boolean {
  if (taken.has(one)) return false;
  taken.add(one);
  return true;
}
