import { createHmac, timingSafeEqual } from 'node:crypto';

interface Device {
  readonly slot: number;
  /** Time of issue in unix seconds. */
  readonly issuedAt: number;
}

/** The device that logs in to OpenVPN, and its grant: the id at that gateway. */
interface OpenvpnLogin extends Device {
  readonly grant: string;
}

/** The device that logs in to OpenVPN, and its account's subject at that gateway. */
interface DeviceLogin extends Device {
  readonly sub: string;
}

/** The data that a gateway stores for an account: its own pepper, and the `credentialMac` of the account's credentials under it. */
export interface StoredGrant {
  readonly pepper: Uint8Array;
  readonly mac: string;
}

/** Seconds for which a login is valid: the same as a stand-by ticket. */
export const openvpnLoginLifetime = 24 * 3600;

const grantForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,3})-(\d{9,11})$/;

const subjectForm = /^([A-Za-z0-9_-]{22})-(\d{1,3})-(\d{9,11})$/;

/**
 * Returns user name and password for one device at one gateway, independent of any grant. The user name contains the claims; the password is
 * HMAC-SHA256 under the gateway's pepper over it. The gateway checks them offline and refuses those of a revoked subject or slot. Logins
 * at two gateways have no part in common, and a copy of the control plane's database is not enough to make one: it lacks the peppers.
 */
export function issueDeviceLogin(pepper: Uint8Array, { sub, slot, issuedAt }: DeviceLogin): CredentialPair {
  const username = `${sub}-${slot}-${issuedAt}`;
  return { username, password: deviceLoginPassword(pepper, username) };
}

/** Returns the claims in a user name of `issueDeviceLogin`, before its password is verified; null for any other user name. */
export function readDeviceLogin(username: string): DeviceLogin | null {
  const [, sub, slot, issuedAt] = subjectForm.exec(username) ?? [];
  return sub === undefined || Number(slot) > 255
    ? null
    : { sub, slot: Number(slot), issuedAt: Number(issuedAt) };
}

/** Whether the password is that of the user name of `issueDeviceLogin`; compares in constant time. */
export function checkDeviceLogin(pepper: Uint8Array, { username, password }: CredentialPair): boolean {
  return isSame(password, deviceLoginPassword(pepper, username));
}

function deviceLoginPassword(pepper: Uint8Array, username: string): string {
  return createHmac('sha256', pepper).update(`comet-openvpn-login-v3\n${username}`).digest('base64url');
}

/**
 * As `issueDeviceLogin`, for a gateway of the release before, which has a grant for each account. The user name contains the claims; the password is HMAC-SHA256 under the
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
  const [, grant, slot, issuedAt] = grantForm.exec(username) ?? [];
  return grant === undefined || Number(slot) > 255
    ? null
    : { grant, slot: Number(slot), issuedAt: Number(issuedAt) };
}

/** Whether the password is that of the user name; compares in constant time. */
export function checkOpenvpnLogin(stored: StoredGrant, { username, password }: CredentialPair): boolean {
  return isSame(password, passwordOf(stored, username));
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
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
