import { createHmac, timingSafeEqual } from 'node:crypto';

/** Which device logs in to OpenVPN, by which right (`grant`, its id at that gateway), and since when; unix seconds. */
export interface OpenvpnLogin {
  readonly grant: string;
  readonly slot: number;
  readonly issuedAt: number;
}

/** What a gateway holds of an account: its own secret, and the account's credentials as `credentialMac` hashes them under it. */
export interface HeldRight {
  readonly pepper: Uint8Array;
  readonly mac: string;
}

/** Seconds for which a login opens sessions: as long as a stand-by ticket does. */
export const openvpnLoginLifetime = 24 * 3600;

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,3})-(\d{9,11})$/;

/**
 * User name and password for one device at one gateway. The name says what they stand for; the password is HMAC-SHA256 under the gateway's
 * pepper, of it and of what that gateway holds of the account's own credentials (`credentialMac`, base64url), which no customer knows. So a
 * gateway checks them offline, tells a removed device from the account's others, and has nothing more to store; and who has read the
 * control plane's database, where the MACs are and the peppers are not, can make none.
 */
export function issueOpenvpnLogin(held: HeldRight, { grant, slot, issuedAt }: OpenvpnLogin): CredentialPair {
  const username = `${grant}-${slot}-${issuedAt}`;
  return { username, password: passwordOf(held, username) };
}

/** What a user name says, before anyone has checked its password; null for one of another form. */
export function readOpenvpnLogin(username: string): OpenvpnLogin | null {
  const [, grant, slot, issuedAt] = form.exec(username) ?? [];
  return grant === undefined || Number(slot) > 255
    ? null
    : { grant, slot: Number(slot), issuedAt: Number(issuedAt) };
}

/** Whether this is the password of that name, in a time that tells nothing of it. */
export function checkOpenvpnLogin(held: HeldRight, { username, password }: CredentialPair): boolean {
  const given = Buffer.from(password);
  const right = Buffer.from(passwordOf(held, username));
  return given.length === right.length && timingSafeEqual(given, right);
}

function passwordOf({ pepper, mac }: HeldRight, username: string): string {
  return createHmac('sha256', pepper)
    .update(`comet-openvpn-login-v2\n${mac}\n${username}`)
    .digest('base64url');
}

interface CredentialPair {
  readonly username: string;
  readonly password: string;
}

/**
 * What a gateway holds of an account's OpenVPN credentials: HMAC-SHA256 under the gateway's own pepper, as base64url. Two gateways
 * hold different values of the same credentials, and neither can be used anywhere.
 */
export function credentialMac(pepper: Uint8Array, username: string, password: string): string {
  return createHmac('sha256', pepper).update(`${username}\n${password}`).digest('base64url');
}
