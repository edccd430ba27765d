import * as z from 'zod/mini';
import { gigabytes } from '../orders/order.ts';
import { wire } from '../wire.ts';

const bytes = z.int().check(z.minimum(0));

/** Purchased bytes without refunds, the used ones of them, and the remaining ones. */
export const balanceFields = {
  boughtBytes: bytes,
  usedBytes: bytes,
  availableBytes: bytes,
  /** Whether an operator has blocked all metered services of the account: none of them can be used or bought meanwhile. */
  stopped: z.boolean(),
};

/** Balance right after the last purchase, to which percentages relate; 0 before the first. */
export const fullBytes = bytes;

/**
 * Gigabytes of an automatic purchase, made when the balance falls below `belowGigabytes`; null where it is off. A purchase restores at
 * least that balance.
 */
export const automaticPurchase = z.nullable(
  wire({ belowGigabytes: gigabytes, gigabytes }).check(
    z.refine((given) => given.gigabytes >= given.belowGigabytes),
  ),
);

/** What happens to a session through a residential location when no data is left. */
export const whenEmpty = z.enum(['block', 'standard']);

/** Number of days up to today. */
export const daysQuery = wire({ days: z.string().check(z.regex(/^([1-9]|[1-8]\d|90)$/)) });

/** `2026-11-22`, in UTC. */
export const day = z.iso.date();
export const usedBytes = bytes;
