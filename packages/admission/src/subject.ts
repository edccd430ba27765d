import { createHmac } from 'node:crypto';
import { unixSeconds } from '@comet/foundation';

const weekSeconds = 7 * 24 * 3600;

/** Number of weeks since the Unix epoch. One subject and one WireGuard key are valid for one week. */
export function weekOf(at: Date): number {
  return Math.floor(unixSeconds(at) / weekSeconds);
}

/** The end of a week. */
export function endOfWeek(week: number): Date {
  return new Date((week + 1) * weekSeconds * 1000);
}

/** Derives the subjects of accounts. */
export interface SubjectKeys {
  /** 32 bytes that only the control plane has. */
  readonly secret: Uint8Array;
  /** The first week whose subjects are derived from account keys; those of earlier weeks are derived from the secret. */
  readonly accountKeysFrom: number;
}

/**
 * The key of one account for one week: HMAC-SHA256(secret, account, week), as base64url. The control plane discloses it to all gateways when
 * it revokes the account. It discloses no other account and no other week.
 */
export function accountKeyOf({ secret }: SubjectKeys, accountId: string, week: number): string {
  return createHmac('sha256', secret)
    .update(`comet-account-key-v1\n${accountId}\n${week}`)
    .digest('base64url');
}

/**
 * The key of the OpenVPN logins of an account's devices, for `subjectWith`: HMAC-SHA256(secret, account, grant of its credentials), as
 * base64url. It gives no subject of tickets, so that replaced credentials do not end WireGuard sessions.
 */
export function deviceLoginKeyOf({ secret }: SubjectKeys, accountId: string, grantId: string): string {
  return createHmac('sha256', secret)
    .update(`comet-device-login-key-v1\n${accountId}\n${grantId}`)
    .digest('base64url');
}

/** The pseudonym at one gateway of the account and week that a key belongs to: 128 bits of HMAC-SHA256(key, gateway). */
export function subjectWith(accountKey: string, gatewayId: string): string {
  return pseudonym(Buffer.from(accountKey, 'base64url'), `comet-subject-v2\n${gatewayId}`);
}

/**
 * The pseudonym of a customer at a gateway for one week. Two gateways, or one gateway in two weeks, cannot link the subjects of one account
 * whose keys of these weeks are not disclosed.
 */
export function subjectOf(keys: SubjectKeys, accountId: string, gatewayId: string, week: number): string {
  return week < keys.accountKeysFrom
    ? pseudonym(keys.secret, `comet-subject-v1\n${accountId}\n${gatewayId}\n${week}`)
    : subjectWith(accountKeyOf(keys, accountId, week), gatewayId);
}

function pseudonym(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
}
