import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../fields.ts';
import { wire } from '../wire.ts';

/** The results of the account's referrals. Days are whole days. */
export const referral = wire({
  /** Eight characters, shown in two groups: `K7QM-3XWP`. */
  code: z.string(),
  link: z.string(),
  /** Accounts that this account has referred, whether they have paid or not. */
  friends: z.int(),
  /** Days earned by referrals that are added already. */
  extraDaysAdded: z.int(),
  /** Days that will be added when a subscription begins. */
  pendingDays: z.int(),
  /** End of the account's access; null without access. */
  activeUntil: z.nullable(instant),
  /** Whether the account may still enter a referral code. */
  canClaim: z.boolean(),
});

export const showReferral = endpoint({
  method: 'GET',
  path: '/api/v1/referral',
  summary: 'Show the referral code of the signed-in user, and its rewards',
  tag: 'Referral',
  caller: 'user',
  reply: wire({ referral }),
  status: 200,
  errors: [],
});
