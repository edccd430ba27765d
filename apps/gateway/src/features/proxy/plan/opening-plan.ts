import type { Refusal } from '../refusals.ts';

interface QuotaState {
  /** Bytes available here. */
  readonly left: number;
  /** The control plane has answered that there is no more. */
  readonly isEmpty: boolean;
}

export type QuotaPlan =
  | { readonly kind: 'proceed' }
  /** Requests a quota lease from the control plane. */
  | { readonly kind: 'reserve' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'refuse'; readonly refusal: Refusal };

/** Progress of the request for a quota lease. */
export type Reserve = 'none' | 'requested' | 'answered' | 'timed-out';

/** Plans the quota of a connection; `quota` is null for a customer without a quota account. */
export function planQuota(quota: QuotaState | null, reserve: Reserve): QuotaPlan {
  if (reserve === 'timed-out') return { kind: 'refuse', refusal: 'data_unknown' };
  if (quota === null || (reserve !== 'requested' && quota.left > 0)) return { kind: 'proceed' };
  if (reserve === 'none') return { kind: 'reserve' };
  return reserve === 'answered' || quota.isEmpty ? { kind: 'refuse', refusal: 'no_data' } : { kind: 'wait' };
}

interface OpenedState {
  readonly customer: { readonly generation: number; readonly isGone: boolean };
  readonly exit: { readonly isGone: boolean; readonly view: { readonly healthy: boolean } };
}

/**
 * Whether a connection is still permitted after it was opened: the customer's grant is that of `generation`, when the opening began, and
 * the exit is in service. Returns the refusal with which it is closed, or null.
 */
export function planOpened({ customer, exit }: OpenedState, generation: number): Refusal | null {
  if (customer.generation === generation && !exit.isGone && exit.view.healthy) return null;
  return customer.isGone ? 'bad_credentials' : 'exit_failed';
}
