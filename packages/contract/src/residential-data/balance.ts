import * as z from 'zod/mini';
import { gigabytes } from '../orders/order.ts';
import { wire } from '../wire.ts';

const bytes = z.int().check(z.minimum(0));

/** Bytes that were bought and not given back, those of them that were used, and those that are left. */
export const balanceFields = {
  boughtBytes: bytes,
  usedBytes: bytes,
  availableBytes: bytes,
  /** Whether an operator has stopped everything metered on the account: nothing of it can be used or bought meanwhile. */
  stopped: z.boolean(),
};

/** What was left right after the last purchase, which what is left is a share of; 0 while none was made. */
export const fullBytes = bytes;

/** Gigabytes that are bought by themselves once less than so many are left; null where nothing is. What is bought fills up to there at least. */
export const automaticPurchase = z.nullable(
  wire({ belowGigabytes: gigabytes, gigabytes }).check(
    z.refine((given) => given.gigabytes >= given.belowGigabytes),
  ),
);

/** What happens to a session through a residential location when nothing is left. */
export const whenEmpty = z.enum(['block', 'standard']);

/** How many days up to today. */
export const daysQuery = wire({ days: z.string().check(z.regex(/^([1-9]|[1-8]\d|90)$/)) });

/** `2026-11-22`, in UTC. */
export const day = z.iso.date();
export const usedBytes = bytes;
