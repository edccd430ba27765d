import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentProvider } from '../../platform/database/schema.ts';
import { adjustmentsOf, type ProviderEvent, paymentReversalOf } from '../subscription/index.ts';
import { newReferralCode } from './referral-code.ts';

type Reader = Database | DatabaseTransaction;

/** Returns the referral code of an account, created on first use. */
export async function codeOf(db: Database, userId: string, now: Date): Promise<string> {
  for (;;) {
    const known = await db
      .selectFrom('referralCodes')
      .select('code')
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (known !== undefined) return known.code;
    // Of two concurrent requests one inserts; a code that is already in use is generated again.
    await db
      .insertInto('referralCodes')
      .values({ userId, code: newReferralCode(), createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns the account of a code unless it is deleted, or null. */
export async function ownerOfCode(
  db: Reader,
  code: string,
): Promise<{ readonly id: string; readonly email: string } | null> {
  const owner = await db
    .selectFrom('referralCodes')
    .innerJoin('users', 'users.id', 'referralCodes.userId')
    .select(['users.id', 'users.email'])
    .where('code', '=', code)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return owner ?? null;
}

/** Stores an account's referrer unless it has one. Returns true if this call stored it. */
export async function storeReferral(
  trx: DatabaseTransaction,
  referral: { readonly friendId: string; readonly referrerId: string; readonly now: Date },
): Promise<boolean> {
  const { now: claimedAt, ...row } = referral;
  const kept = await trx
    .insertInto('referrals')
    .values({ ...row, claimedAt })
    .onConflict((conflict) => conflict.column('friendId').doNothing())
    .returning('friendId')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Returns the referral of an account, or null if there is none. `referrer` is null once the referring account is removed. */
export async function referralOf(
  db: Reader,
  friendId: string,
): Promise<{ readonly referrerId: string | null } | null> {
  const found = await db
    .selectFrom('referrals')
    .select('referrerId')
    .where('friendId', '=', friendId)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns how many accounts have this account as their referrer. */
export async function friendsOf(db: Reader, referrerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('referrals')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('referrerId', '=', referrerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns an account's first plan payment and the time of its refund; a trial is no payment. Null before it. */
export async function firstPlanPayment(
  db: Reader,
  userId: string,
): Promise<{ readonly at: Date; readonly givenBackAt: Date | null } | null> {
  const payment = await db
    .selectFrom('subscriptionGrants')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscriptionGrants.subscriptionId')
    .leftJoin('orders', 'orders.id', 'subscriptions.orderId')
    .select(['subscriptionGrants.provider', 'transactionId', 'startsAt as at', 'amount'])
    .where('subscriptions.userId', '=', userId)
    .where('returnReason', 'is', null)
    .where('subscriptionGrants.kind', '=', 'payment')
    .where('amount', '>', 0)
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst();
  if (payment === undefined) return null;
  const { at, ...paid } = payment;
  return { at, givenBackAt: await givenBackAt(db, paid) };
}

async function givenBackAt(
  db: Reader,
  payment: { readonly provider: PaymentProvider; readonly transactionId: string; readonly amount: number },
): Promise<Date | null> {
  const rows = await db
    .selectFrom('providerEvents')
    .select('event')
    .where('provider', '=', payment.provider)
    .where('transactionId', '=', payment.transactionId)
    .where('event', 'is not', null)
    .execute();
  // Written by the inbox from the same type.
  const events = rows.map(({ event }) => event as ProviderEvent);
  return paymentReversalOf(adjustmentsOf(events), payment)?.at ?? null;
}
