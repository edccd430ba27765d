import { createHmac, timingSafeEqual } from 'node:crypto';

/** The device that logs in to OpenVPN, its grant (`grant`, the id at that gateway) and the time of issue in unix seconds. */
interface OpenvpnLogin {
  readonly grant: string;
  readonly slot: number;
  readonly issuedAt: number;
}

/** The data that a gateway stores for an account: its own pepper, and the `credentialMac` of the account's credentials under it. */
export interface StoredGrant {
  readonly pepper: Uint8Array;
  readonly mac: string;
}

/** Seconds for which a login is valid: the same as a stand-by ticket. */
export const openvpnLoginLifetime = 24 * 3600;

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,3})-(\d{9,11})$/;

/**
 * Returns user name and password for one device at one gateway. The user name contains the claims; the password is HMAC-SHA256 under the
 * gateway's pepper, over the user name and the `credentialMac` (base64url) of the account's own credentials, which no customer has. A
 * gateway therefore checks them offline, can refuse a removed device alone, and stores nothing more. The control plane's database has the
 * MACs but not the peppers, so a copy of it is not enough to make a login.
 */
export function issueOpenvpnLogin(
  stored: StoredGrant,
  { grant, slot, issuedAt }: OpenvpnLogin,
): CredentialPair {
  const username = `${grant}-${slot}-${issuedAt}`;
  return { username, password: passwordOf(stored, username) };
}

/** Returns the claims in a user name, before its password is verified; null for a malformed one. */
export function readOpenvpnLogin(username: string): OpenvpnLogin | null {
  const [, grant, slot, issuedAt] = form.exec(username) ?? [];
  return grant === undefined || Number(slot) > 255
    ? null
    : { grant, slot: Number(slot), issuedAt: Number(issuedAt) };
}

/** Whether the password is that of the user name; compares in constant time. */
export function checkOpenvpnLogin(stored: StoredGrant, { username, password }: CredentialPair): boolean {
  const given = Buffer.from(password);
  const right = Buffer.from(passwordOf(stored, username));
  return given.length === right.length && timingSafeEqual(given, right);
}

function passwordOf({ pepper, mac }: StoredGrant, username: string): string {
  return createHmac('sha256', pepper)
    .update(`comet-openvpn-login-v2\n${mac}\n${username}`)
    .digest('base64url');
}

interface CredentialPair {
  readonly username: string;
  readonly password: string;
}

/**
 * The hash of an account's OpenVPN credentials that a gateway stores: HMAC-SHA256 under the gateway's own pepper, as base64url. Two
 * gateways store different values for the same credentials, and neither is usable as a credential.
 */
export function credentialMac(pepper: Uint8Array, username: string, password: string): string {
  return createHmac('sha256', pepper).update(`${username}\n${password}`).digest('base64url');
}
