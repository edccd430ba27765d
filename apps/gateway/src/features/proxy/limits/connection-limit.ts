import type { Refusal } from '../refusals.ts';
import { hasFreeSlot } from './process-slots.ts';

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

type SlotPlan =
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
