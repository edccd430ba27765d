import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { money } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * `price` is the price of one period; `fullPrice` is that of the same months at the monthly price; `freeMonths` are added.
 * `trialAvailable`: whether the caller can get the plan's trial. False where it has none, or the signed-in account or its mailbox is not
 * eligible.
 */
export const plan = wire({
  id: z.string(),
  months: z.int(),
  price: money,
  monthlyPrice: money,
  fullPrice: money,
  discountPercent: z.int(),
  trialDays: z.int(),
  trialAvailable: z.boolean(),
  freeMonths: z.int(),
});

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/v1/plans',
  summary: 'List the plans on sale, shortest first',
  tag: 'Plans',
  caller: 'anyone',
  mayLag: true,
  knowsUser: true,
  reply: wire({ plans: z.array(plan) }),
  status: 200,
  errors: [],
});
