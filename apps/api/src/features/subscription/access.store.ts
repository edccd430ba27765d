import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** The user's subscriptions that currently give access. */
function running(db: Database | DatabaseTransaction, userId: string, now: Date) {
  return db
    .selectFrom('subscriptions')
    .where('subscriptions.userId', '=', userId)
    .where('subscriptions.endedAt', 'is', null)
    .where('subscriptions.accessUntil', '>', now);
}

/** Returns true while a subscription of the user gives access. */
export async function hasAccess(
  db: Database | DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<boolean> {
  return (await running(db, userId, now).select('id').executeTakeFirst()) !== undefined;
}

/**
 * Returns true while a user has a plan, so that a second one is refused. A user who cancelled while a payment was due has only the week of
 * grace left: that cannot be undone, and a new plan may begin.
 */
export async function hasPlan(
  db: Database | DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<boolean> {
  const plan = await running(db, userId, now)
    .select('id')
    .where((where) =>
      where.or([where('state', '<>', 'cancelled'), where('accessUntil', '<=', where.ref('activeUntil'))]),
    )
    .executeTakeFirst();
  return plan !== undefined;
}

/**
 * Returns true where a plan would be a second one beside a user's plan, and its payment is returned. Only a prepaid plan can be followed by
 * another (`startsAt`), and only by one. The account must be locked.
 */
export async function isSecondPlan(
  trx: DatabaseTransaction,
  {
    userId,
    startsAt,
    now,
  }: { readonly userId: string; readonly startsAt: string | undefined; readonly now: Date },
): Promise<boolean> {
  if (!(await hasPlan(trx, userId, now))) return false;
  if (startsAt === undefined || (await endOfPrepaid(trx, { userId, now })) === null) return true;
  const following = await running(trx, userId, now)
    .select('id')
    .where('startedAt', '>=', new Date(startsAt))
    .executeTakeFirst();
  return following !== undefined;
}

/** Returns true for a user who has or had a subscription. */
export async function subscribedBefore(db: Database | DatabaseTransaction, userId: string): Promise<boolean> {
  const any = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return any !== undefined;
}

/** Returns the end of the user's access, locked so that it cannot be revoked before the caller's transaction ends; null without access. */
export async function lockAccess(
  trx: DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<{ readonly until: Date } | null> {
  const latest = await running(trx, userId, now)
    .select('accessUntil as until')
    .orderBy('accessUntil', 'desc')
    .limit(1)
    .forShare()
    .executeTakeFirst();
  return latest ?? null;
}

/**
 * Returns the Paddle subscription whose payment method can be charged for more; null where there is none, its last payment failed, or it
 * was cancelled: cancelling promises no further charges.
 */
export async function chargeableSubscription(
  db: Database | DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<string | null> {
  const found = await running(db, userId, now)
    .select('paddleSubscriptionId as id')
    .where('paddleSubscriptionId', 'is not', null)
    .where('state', 'not in', ['past_due', 'cancelled'])
    .orderBy('accessUntil', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Returns the end of an account's prepaid time; null where a subscription renews automatically, or there is none. */
export async function endOfPrepaid(
  db: Database | DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<Date | null> {
  const all = await running(db, userId, now)
    .leftJoin('orders', 'orders.id', 'subscriptions.orderId')
    .select(['subscriptions.activeUntil', 'orders.provider'])
    .orderBy('subscriptions.activeUntil', 'desc')
    .execute();
  const isPrepaid = all.every(({ provider }) => provider === 'coingate');
  return isPrepaid ? (all[0]?.activeUntil ?? null) : null;
}

/** Returns the end of an account's paid time, free days included; null without access. */
export async function activeUntilOf(db: Database, userId: string, now: Date): Promise<Date | null> {
  const latest = await running(db, userId, now)
    .select('activeUntil')
    .orderBy('activeUntil', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.activeUntil ?? null;
}
