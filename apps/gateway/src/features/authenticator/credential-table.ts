import {
  checkOpenvpnLogin,
  clockSkew,
  credentialMac,
  openvpnLoginLifetime,
  readOpenvpnLogin,
} from '@comet/admission';
import { Revocations, staleAfter } from '../feed/index.ts';
import type { Credential, Order } from './authenticator-messages.ts';

type CredentialUpdate = Extract<Order, { type: 'roll' }>;

/** Seconds after which a revocation applies to no valid login; the feed repeats it for longer. */
const revocationLife = openvpnLoginLifetime + 2 * clockSkew;

/** The result of a login: the account's own credentials, or those of one device. */
export interface Authorisation {
  /** Id of the credential. */
  readonly id: string;
  readonly sub: string;
  /** Null for the account's own credentials, which have no slot. `issuedAt` is in unix seconds. */
  readonly device: { readonly slot: number; readonly issuedAt: number } | null;
}

/** The credentials that may log in, as sent by the agent. The table stays valid without the agent until it expires. */
export class CredentialTable {
  readonly #byMac = new Map<string, Credential>();
  readonly #byId = new Map<string, Credential>();
  #revocations = new Revocations();
  #pepper: Uint8Array | null = null;
  #until = 0;
  /** Device logins issued before this time may have been revoked without notice. */
  #receivedSince = 0;

  replace(credentialTable: Omit<CredentialUpdate, 'type'>, now: number): void {
    this.#byMac.clear();
    this.#byId.clear();
    this.#revocations = new Revocations(credentialTable.revocations);
    this.#pepper = Buffer.from(credentialTable.pepper, 'base64url');
    this.trustUntil(credentialTable.until, now);
    for (const credential of credentialTable.credentials) this.add(credential);
  }

  add(credential: Credential): void {
    this.withdraw(credential.id);
    this.#byMac.set(credential.mac, credential);
    this.#byId.set(credential.id, credential);
  }

  withdraw(id: string): void {
    const credential = this.#byId.get(id);
    if (credential === undefined) return;
    this.#byId.delete(id);
    if (this.#byMac.get(credential.mac)?.id === id) this.#byMac.delete(credential.mac);
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
  isValid({ id, sub, device }: Authorisation): boolean {
    if (!this.#byId.has(id)) return false;
    if (device === null) return true;
    return device.issuedAt >= this.#receivedSince && !this.#revocations.covers({ sub, ...device });
  }

  /** Returns the authorisation for a user name and password, or null. */
  find(username: string, password: string, now: number): Authorisation | null {
    if (this.#pepper === null || !this.isTrusted(now)) return null;
    const login = readOpenvpnLogin(username);
    if (login === null) {
      const own = this.#byMac.get(credentialMac(this.#pepper, username, password));
      return own === undefined ? null : { id: own.id, sub: own.sub, device: null };
    }
    const credential = this.#byId.get(login.grant);
    if (credential === undefined) return null;
    const secrets = { pepper: this.#pepper, mac: credential.mac };
    if (!checkOpenvpnLogin(secrets, { username, password })) return null;
    const { slot, issuedAt } = login;
    const authorisation = { id: credential.id, sub: credential.sub, device: { slot, issuedAt } };
    return this.isValid(authorisation) ? authorisation : null;
  }

  /** Whether an authorisation may open a session now; an existing session continues with the one that opened it. */
  mayOpenSession({ device }: Authorisation, now: number): boolean {
    if (device === null) return true;
    const age = now - device.issuedAt;
    return age <= openvpnLoginLifetime + clockSkew && age >= -clockSkew;
  }
}
