import { hasFreeSlot } from '../limits/process-slots.ts';
import type { Refusal } from '../refusals.ts';

/** Connection counts when a customer opens a connection. */
export interface SlotState {
  readonly customer: { readonly open: number; readonly opening: number; readonly limit: number };
  readonly process: {
    readonly open: number;
    readonly limit: number;
    /** Customers with an open connection; only counted where more than half of the slots are taken. */
    readonly active: () => number;
  };
}

export type SlotPlan =
  | { readonly kind: 'take' }
  /** Closes preauthorised connections that wait for a client, then plans again; refuses where there are none. */
  | { readonly kind: 'reclaim'; readonly from: 'customer' | 'all'; readonly refusal: Refusal };

/** Plans the connection slot: the customer's limit is applied before the limit of the process. */
export function planSlot({ customer, process }: SlotState): SlotPlan {
  if (customer.open + customer.opening >= customer.limit)
    return { kind: 'reclaim', from: 'customer', refusal: 'too_many_connections' };
  const slots = { own: customer.open, all: process.open, max: process.limit };
  return hasFreeSlot(slots, process.active)
    ? { kind: 'take' }
    : { kind: 'reclaim', from: 'all', refusal: 'busy' };
}

export interface QuotaState {
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

/** How far the request for a quota lease is. */
export type Reserve = 'none' | 'requested' | 'answered' | 'timed-out';

/** Plans the quota of a connection; `quota` is null for a customer without a quota account. */
export function planQuota(quota: QuotaState | null, reserve: Reserve): QuotaPlan {
  if (reserve === 'timed-out') return { kind: 'refuse', refusal: 'data_unknown' };
  if (quota === null || (reserve !== 'requested' && quota.left > 0)) return { kind: 'proceed' };
  if (reserve === 'none') return { kind: 'reserve' };
  return reserve === 'answered' || quota.isEmpty ? { kind: 'refuse', refusal: 'no_data' } : { kind: 'wait' };
}

export interface OpenedState {
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
