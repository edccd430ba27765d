import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { mailboxOf } from '../../platform/mail/mailbox.ts';
import { lockActiveAccount } from '../users/index.ts';
import { readReferralCode } from './referral-code.ts';
import { firstPlanPayment, storeReferral, ownerOfCode, referralOf } from './referrals.store.ts';

type ClaimRefusal =
  | 'referral_code_unknown'
  | 'referral_own_code'
  | 'referral_claimed'
  | 'referral_too_late'
  | 'not_found';

/** Stores the referrer of an account. The account is locked, so that a concurrent payment is processed either before or after. */
export async function claimReferral(
  deps: { readonly db: Database; readonly clock: Clock },
  given: { readonly userId: string; readonly code: string },
): Promise<Result<undefined, ClaimRefusal>> {
  const code = readReferralCode(given.code);
  if (code === null) return err('referral_code_unknown');
  return deps.db.transaction().execute(async (trx) => {
    const friend = await lockActiveAccount(trx, given.userId);
    if (friend === null) return err('not_found');
    const referrer = await ownerOfCode(trx, code);
    if (referrer === null) return err('referral_code_unknown');
    if (referrer.id === given.userId || mailboxOf(referrer.email) === mailboxOf(friend.email))
      return err('referral_own_code');
    const before = await referralOf(trx, given.userId);
    if (before !== null) return before.referrerId === referrer.id ? ok(undefined) : err('referral_claimed');
    if ((await firstPlanPayment(trx, given.userId)) !== null) return err('referral_too_late');
    const referral = { friendId: given.userId, referrerId: referrer.id, now: deps.clock.now() };
    return (await storeReferral(trx, referral)) ? ok(undefined) : err('referral_claimed');
  });
}
