import type { Database } from '../../platform/database/database.ts';
import { freeDaysOf, scheduleFreeDays } from '../free-days/index.ts';
import { referralBonusDays } from '../referrals/index.ts';
import { paidPeriodsOf } from '../subscription/index.ts';
import type { StoredOrder } from './orders.store.ts';

/** Returns the free days that would extend a plan that is not paid yet: those that wait for a plan, and those that its payment earns. */
export async function expectedFreeDays(
  db: Database,
  { userId, item, state, totalAmount }: StoredOrder,
): Promise<number> {
  if (item.kind !== 'subscription' || (state !== 'draft' && state !== 'processing')) return 0;
  const [given, periods, earned] = await Promise.all([
    freeDaysOf(db, userId),
    paidPeriodsOf(db, userId, null),
    totalAmount > 0 ? referralBonusDays(db, userId) : 0,
  ]);
  return scheduleFreeDays(periods, given).waiting.reduce((sum, { days }) => sum + days, earned);
}
