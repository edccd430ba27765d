import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { type Outbox, queueEmailOnce } from '../../platform/mail/outbox.ts';
import { giveFreeDays, restoreFreeDays, revokeFreeDays } from '../free-days/index.ts';
import { friendPaidEmail, recommendedEmail } from './emails.ts';
import { firstPlanPayment, referralOf } from './referrals.store.ts';

/** Free days for each side when the friend's first plan is paid. */
const referralDays = 30;
/** A refund of the payment within this time revokes the days. */
const revocableMs = 30 * 24 * 3600 * 1000;

interface SettleDeps {
  readonly jobs: JobQueue;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/**
 * Updates the reward of a referral after any event about the friend's payments. It derives the reward from the stored state, whichever
 * event triggered it, and each step runs once. Returns whether the friend was given days now.
 */
export async function settleReferral(
  deps: SettleDeps,
  trx: DatabaseTransaction,
  friendId: string,
  now: Date,
): Promise<boolean> {
  const referral = await referralOf(trx, friendId);
  if (referral === null) return false;
  const payment = await firstPlanPayment(trx, friendId);
  if (payment === null) return false;
  const { at, givenBackAt } = payment;
  const isTakenBack = givenBackAt !== null && givenBackAt.getTime() <= at.getTime() + revocableMs;
  const sides = [friendId, ...(referral.referrerId === null ? [] : [referral.referrerId])];
  let isFriendGiven = false;
  for (const userId of sides) {
    if (!(await isActiveAccount(trx, userId))) continue;
    // The referral is the cause, so that it earns once, whichever payment turns out to be the first.
    const cause = { userId, reason: 'referral', cause: friendId } as const;
    const isGiven = await giveFreeDays(deps, trx, { ...cause, days: referralDays, at });
    isFriendGiven ||= isGiven && userId === friendId;
    if (isTakenBack) {
      await revokeFreeDays(deps, trx, { ...cause, at: givenBackAt });
      continue;
    }
    // A bank may reverse a chargeback.
    await restoreFreeDays(deps, trx, cause);
    const url = `${deps.dashboardUrl}/dash/refer-friend/`;
    const email = userId === friendId ? recommendedEmail({ url }) : friendPaidEmail({ url });
    await queueEmailOnce(deps, trx, { userId, kind: 'referral_earned', fact: friendId, now }, email);
  }
  return isFriendGiven;
}

async function isActiveAccount(trx: DatabaseTransaction, userId: string): Promise<boolean> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return account !== undefined;
}

/** Returns the free days that a referred account gets for its first plan payment; 0 where it was not referred, or has paid. */
export async function referralBonusDays(db: Database, userId: string): Promise<number> {
  const [referral, payment] = await Promise.all([referralOf(db, userId), firstPlanPayment(db, userId)]);
  return referral === null || payment !== null ? 0 : referralDays;
}
