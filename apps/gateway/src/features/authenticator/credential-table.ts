import {
  checkDeviceLogin,
  checkOpenvpnLogin,
  clockSkew,
  credentialKey,
  credentialMac,
  credentialRevocationKey,
  credentialVerifier,
  openvpnLoginLifetime,
  readDeviceLogin,
  readOpenvpnLogin,
  subjectWith,
} from '@comet/admission';
import { Revocations, staleAfter } from '../feed/index.ts';
import type { Credential, Order } from './authenticator-messages.ts';

type CredentialUpdate = Extract<Order, { type: 'roll' }>;
type OwnCredential = Extract<Credential, { readonly mac: string }>;

/** Seconds after which a revocation applies to no valid login; the feed repeats it for longer. */
const revocationLife = openvpnLoginLifetime + 2 * clockSkew;

/** The result of a login: the account's own credentials, or those of one device. Times are in unix seconds. */
export interface Authorisation {
  /**
   * Id of a credential of this gateway; null for a device's login without one, and for a credential of all gateways. With the latter's id,
   * the sessions of one customer at two gateways could be linked: they end when the feed discloses the key of `sub`.
   */
  readonly id: string | null;
  readonly sub: string;
  /** Null for the account's own credentials, which have no slot. */
  readonly device: { readonly slot: number; readonly issuedAt: number } | null;
  readonly verifiedAt: number;
}

/** The credentials that may log in, as sent by the agent. The table stays valid without the agent until it expires. */
export class CredentialTable {
  readonly #byMac = new Map<string, OwnCredential>();
  readonly #byId = new Map<string, Credential>();
  /** Ids of the credentials of all gateways. */
  readonly #byVerifier = new Map<string, string>();
  #revocations = new Revocations();
  #pepper: Uint8Array | null = null;
  #gateway = '';
  #until = 0;
  /** What was verified before this time may have been revoked without notice. */
  #receivedSince = 0;

  replace(credentialTable: Omit<CredentialUpdate, 'type'>, now: number): void {
    this.#byMac.clear();
    this.#byId.clear();
    this.#byVerifier.clear();
    this.#revocations = new Revocations(credentialTable.revocations);
    this.#pepper = Buffer.from(credentialTable.pepper, 'base64url');
    this.#gateway = credentialTable.gateway;
    this.trustUntil(credentialTable.until, now);
    for (const credential of credentialTable.credentials) this.add(credential);
  }

  add(credential: Credential): void {
    this.withdraw(credential.id);
    this.#byId.set(credential.id, credential);
    if ('mac' in credential) this.#byMac.set(credential.mac, credential);
    else this.#byVerifier.set(credential.verifier, credential.id);
  }

  withdraw(id: string): void {
    const credential = this.#byId.get(id);
    if (credential === undefined) return;
    this.#byId.delete(id);
    if ('verifier' in credential) {
      if (this.#byVerifier.get(credential.verifier) === id) this.#byVerifier.delete(credential.verifier);
    } else if (this.#byMac.get(credential.mac)?.id === id) this.#byMac.delete(credential.mac);
  }

  revoke(revocation: CredentialUpdate['revocations'][number]): void {
    this.#revocations.add(revocation);
  }

  trustUntil(until: number, now: number): void {
    // Revocations are repeated for that long; earlier ones are lost.
    if (until - this.#until > revocationLife) this.#receivedSince = now - revocationLife;
    this.#until = until;
  }

  /** Removes expired revocations. `now` is in unix seconds, as everywhere here. */
  forget(now: number): void {
    this.#revocations.forgetBefore(now - revocationLife);
  }

  /**
   * False if nothing was received for so long that a withdrawal may have been missed, or if the duration is unknown after the clock was set
   * back. Messages are valid for `staleAfter`, so more than twice that indicates such a clock.
   */
  isTrusted(now: number): boolean {
    return now <= this.#until && this.#until - now <= 2 * staleAfter;
  }

  /** Whether the credential of a session is still valid. */
  isValid({ id, sub, device, verifiedAt }: Authorisation): boolean {
    if (id !== null && !this.#byId.has(id)) return false;
    if (device !== null)
      return device.issuedAt >= this.#receivedSince && !this.#revocations.covers({ sub, ...device });
    // A revoked subject of a credential is never in use again, so the times, of two clocks, need no comparison.
    const isRevoked = id === null && this.#revocations.covers({ sub, slot: 0, issuedAt: 0 });
    return !isRevoked && (id !== null || verifiedAt >= this.#receivedSince);
  }

  /** Returns the authorisation for a user name and password, or null. */
  find(username: string, password: string, now: number): Authorisation | null {
    if (this.#pepper === null || !this.isTrusted(now)) return null;
    const found =
      this.#findShared(username, password, now) ??
      this.#findDevice(this.#pepper, { username, password }, now) ??
      this.#findOwn(this.#pepper, { username, password }, now);
    return found !== null && this.isValid(found) ? found : null;
  }

  /** Whether an authorisation may open a session now; an existing session continues with the one that opened it. */
  mayOpenSession({ device }: Authorisation, now: number): boolean {
    if (device === null) return true;
    const age = now - device.issuedAt;
    return age <= openvpnLoginLifetime + clockSkew && age >= -clockSkew;
  }

  #findShared(username: string, password: string, verifiedAt: number): Authorisation | null {
    const key = credentialKey(username, password);
    const grant = this.#byVerifier.get(credentialVerifier(key));
    if (grant === undefined) return null;
    const sub = subjectWith(credentialRevocationKey(key, grant), this.#gateway);
    return { id: null, sub, device: null, verifiedAt };
  }

  #findDevice(pepper: Uint8Array, pair: Pair, verifiedAt: number): Authorisation | null {
    const login = readDeviceLogin(pair.username);
    if (login === null || !checkDeviceLogin(pepper, pair)) return null;
    const { sub, ...device } = login;
    return { id: null, sub, device, verifiedAt };
  }

  #findOwn(pepper: Uint8Array, pair: Pair, verifiedAt: number): Authorisation | null {
    const login = readOpenvpnLogin(pair.username);
    if (login === null) {
      const own = this.#byMac.get(credentialMac(pepper, pair.username, pair.password));
      return own === undefined ? null : { id: own.id, sub: own.sub, device: null, verifiedAt };
    }
    const { grant, ...device } = login;
    const credential = this.#byId.get(grant);
    if (credential === undefined || !('mac' in credential)) return null;
    const isCorrect = checkOpenvpnLogin({ pepper, mac: credential.mac }, pair);
    return isCorrect ? { id: credential.id, sub: credential.sub, device, verifiedAt } : null;
  }
}

interface Pair {
  readonly username: string;
  readonly password: string;
}
