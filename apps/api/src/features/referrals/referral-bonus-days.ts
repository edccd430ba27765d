import type { Database } from '../../platform/database/database.ts';
import { firstPlanPayment, referralOf } from './referrals.store.ts';
import { referralDays } from './settle-referral.ts';

/** Returns the free days that a referred account gets for its first plan payment; 0 where it was not referred, or has paid. */
export async function referralBonusDays(db: Database, userId: string): Promise<number> {
  const [referral, payment] = await Promise.all([referralOf(db, userId), firstPlanPayment(db, userId)]);
  return referral === null || payment !== null ? 0 : referralDays;
}
