import { createHmac } from 'node:crypto';
import { unixSeconds } from '@comet/foundation';

const weekSeconds = 7 * 24 * 3600;

/** The number of the week since the Unix epoch: the time for which one subject and one WireGuard key serve. */
export function weekOf(at: Date): number {
  return Math.floor(unixSeconds(at) / weekSeconds);
}

/** When a week is over. */
export function endOfWeek(week: number): Date {
  return new Date((week + 1) * weekSeconds * 1000);
}

/**
 * What a gateway knows a customer as: 128 bits of HMAC-SHA256(account, gateway, week). Two gateways, or one gateway
 * in two weeks, cannot tell that a subject is the same person.
 */
export function subjectOf(secret: Uint8Array, accountId: string, gatewayId: string, week: number): string {
  return createHmac('sha256', secret)
    .update(`comet-subject-v1\n${accountId}\n${gatewayId}\n${week}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}
