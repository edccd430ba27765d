import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/** Once for each account, and before it has paid for a plan. A repetition with the same code succeeds without an effect. */
export const claimReferral = endpoint({
  method: 'POST',
  path: '/api/v1/referral/claim',
  summary: 'Claim the referral code of a friend',
  tag: 'Referral',
  caller: 'user',
  /** As the user enters it: spaces, dashes and lower case are allowed. */
  body: wire({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) }),
  status: 204,
  errors: ['referral_code_unknown', 'referral_own_code', 'referral_claimed', 'referral_too_late'],
  limit: { calls: 60, seconds: 600 },
});
