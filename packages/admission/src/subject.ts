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

/**
 * The pseudonym of a customer at a gateway: 128 bits of HMAC-SHA256(account, gateway, week). Two gateways, or one gateway
 * in two weeks, cannot link the subjects of one account.
 */
export function subjectOf(secret: Uint8Array, accountId: string, gatewayId: string, week: number): string {
  return createHmac('sha256', secret)
    .update(`comet-subject-v1\n${accountId}\n${gatewayId}\n${week}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}
