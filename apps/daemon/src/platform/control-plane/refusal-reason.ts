import type { BlockReason } from '@comet/tunnel-protocol';
import type { ApiFailure } from './api.ts';

/** Maps the API's refusal of a ticket to a block reason. */
export function refusalReason(failure: ApiFailure): BlockReason {
  if (failure.kind === 'unreachable') return 'api_unreachable';
  const byCode = reasons.get(failure.code);
  if (byCode !== undefined) return byCode;
  if (failure.status === 401) return 'authentication_failed';
  if (failure.status === 403) return 'authentication_failed';
  // Besides the gateway, a ticket request names only this device, so only that can be unknown to the API.
  if (failure.status === 404) return 'device_removed';
  return 'api_unreachable';
}

const reasons: ReadonlyMap<string, BlockReason> = new Map([
  ['email_unverified', 'email_unverified'],
  ['subscription_required', 'subscription_required'],
  ['gateway_unavailable', 'location_unavailable'],
  ['residential_data_required', 'residential_data_required'],
  ['spending_stopped', 'spending_stopped'],
  ['exit_unavailable', 'exit_unavailable'],
  ['service_ended', 'address_ended'],
  ['protocol_unavailable', 'protocol_unavailable'],
  ['device_limit_reached', 'device_limit_reached'],
  ['two_factor_code_required', 'authentication_failed'],
]);

/**
 * Whether a refusal does not concern the user, so that a running tunnel continues. A gateway that the API reports as offline may still
 * work.
 */
export function isTemporary(reason: BlockReason): boolean {
  return temporaryReasons.has(reason);
}

const temporaryReasons: ReadonlySet<BlockReason> = new Set([
  'api_unreachable',
  'location_unavailable',
  'exit_unavailable',
  'not_signed_in',
]);
