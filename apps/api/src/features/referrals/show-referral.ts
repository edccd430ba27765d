import type { api, ReplyOf } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { freeDaysOf, scheduleFreeDays } from '../free-days/index.ts';
import { activeUntilOf, paidPeriodsOf } from '../subscription/index.ts';
import { formatReferralCode } from './referral-code.ts';
import { codeOf, firstPlanPayment, friendsOf, referralOf } from './referrals.store.ts';

const dayMs = 24 * 3600 * 1000;

/** Returns the rewards of an account's referrals. */
export async function showReferral(
  deps: { readonly db: Database; readonly clock: Clock; readonly dashboardUrl: string },
  userId: string,
): Promise<ReplyOf<typeof api.showReferral>['referral']> {
  const now = deps.clock.now();
  const code = formatReferralCode(await codeOf(deps.db, userId, now));
  const [given, periods, until, claimed, payment, friends] = await Promise.all([
    freeDaysOf(deps.db, userId),
    paidPeriodsOf(deps.db, userId, null),
    activeUntilOf(deps.db, userId, now),
    referralOf(deps.db, userId),
    firstPlanPayment(deps.db, userId),
    friendsOf(deps.db, userId),
  ]);
  const { added, waiting } = scheduleFreeDays(periods, given);
  const earned = new Set(given.filter(({ reason }) => reason === 'referral').map(({ id }) => id));
  const addedMs = [...added].reduce((sum, [id, gain]) => sum + (earned.has(id) ? gain : 0), 0);
  return {
    code,
    link: `${deps.dashboardUrl}/register?ref=${code}`,
    friends,
    extraDaysAdded: Math.floor(addedMs / dayMs),
    pendingDays: waiting.reduce((sum, { days }) => sum + days, 0),
    activeUntil: until?.toISOString() ?? null,
    canClaim: claimed === null && payment === null,
  };
}
