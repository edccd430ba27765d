import type { BlockReason } from './snapshot.ts';

const accountRefusals: ReadonlySet<BlockReason> = new Set([
  'not_signed_in',
  'authentication_failed',
  'subscription_required',
  'email_unverified',
  'device_limit_reached',
  'device_removed',
  'residential_data_required',
  'spending_stopped',
  'address_ended',
]);

/** Whether a cause is a refusal by the account: only its owner can remove it, usually in the dashboard. */
export function isAccountRefusal(reason: BlockReason): boolean {
  return accountRefusals.has(reason);
}
