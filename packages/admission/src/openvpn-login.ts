import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CredentialPair } from './credential-mac.ts';

/** Which device logs in to OpenVPN, by which right (`grant`, its id at that gateway), and since when; unix seconds. */
export interface OpenvpnLogin {
  readonly grant: string;
  readonly slot: number;
  readonly issuedAt: number;
}

/** Seconds for which a login opens sessions: as long as a stand-by ticket does. */
export const openvpnLoginLifetime = 24 * 3600;

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,3})-(\d{9,11})$/;

/**
 * User name and password for one device at one gateway. The name says what they stand for; the password is HMAC-SHA256 of it under what
 * that gateway holds of the account's own credentials (`credentialMac`, base64url), which no customer knows. So a gateway checks them
 * offline, tells a removed device from the account's others, and has nothing more to store.
 */
export function issueOpenvpnLogin(mac: string, { grant, slot, issuedAt }: OpenvpnLogin): CredentialPair {
  const username = `${grant}-${slot}-${issuedAt}`;
  return { username, password: passwordOf(mac, username) };
}

/** What a user name says, before anyone has checked its password; null for one of another form. */
export function readOpenvpnLogin(username: string): OpenvpnLogin | null {
  const [, grant, slot, issuedAt] = form.exec(username) ?? [];
  return grant === undefined || Number(slot) > 255
    ? null
    : { grant, slot: Number(slot), issuedAt: Number(issuedAt) };
}

/** Whether this is the password of that name, in a time that tells nothing of it. */
export function checkOpenvpnLogin(mac: string, { username, password }: CredentialPair): boolean {
  const given = Buffer.from(password);
  const right = Buffer.from(passwordOf(mac, username));
  return given.length === right.length && timingSafeEqual(given, right);
}

function passwordOf(mac: string, username: string): string {
  return createHmac('sha256', Buffer.from(mac, 'base64url'))
    .update(`comet-openvpn-login-v1\n${username}`)
    .digest('base64url');
}
