import { sql } from 'kysely';
import { isAfter, type Placed, placeOf } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Remindable } from './reminder-due.ts';

export interface Candidate extends Remindable, Placed {
  readonly userId: string;
  readonly planId: string;
  readonly nextPaymentAmount: number | null;
  readonly currency: string;
}

const dayMs = 24 * 3600 * 1000;

/**
 * Subscriptions that may be due for a reminder, by their end: those that end or renew within a week or have just ended, unless another
 * subscription of the account lasts longer.
 */
export async function candidates(
  db: Database,
  { now, after, limit }: { readonly now: Date; readonly after: Placed | null; readonly limit: number },
): Promise<readonly Candidate[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('orders', 'orders.id', 'subscriptions.orderId')
    .select([
      'subscriptions.id',
      'subscriptions.userId',
      'subscriptions.planId',
      'subscriptions.months',
      'subscriptions.state',
      'subscriptions.activeUntil',
      'subscriptions.nextPaymentAt',
      'subscriptions.nextPaymentAmount',
      'subscriptions.currency',
      'subscriptions.endedAt',
      'orders.provider',
      placeOf('subscriptions.activeUntil').as('place'),
    ])
    .where(isAfter('subscriptions.activeUntil', 'subscriptions.id', after))
    .where('subscriptions.activeUntil', '>', new Date(now.getTime() - 4 * dayMs))
    .where('subscriptions.activeUntil', '<=', new Date(now.getTime() + 7 * dayMs))
    .where('subscriptions.forfeitedAt', 'is', null)
    // As in the index: no subscription at Paddle is paid in crypto.
    .where(sql<boolean>`(subscriptions.months >= 12 or subscriptions.paddle_subscription_id is null)`)
    .where((where) =>
      where.or([where('orders.provider', '=', 'coingate'), where('subscriptions.months', '>=', 12)]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('subscriptions as next')
            .select('next.id')
            .whereRef('next.userId', '=', 'subscriptions.userId')
            .whereRef('next.activeUntil', '>', 'subscriptions.activeUntil')
            .where('next.state', 'not in', ['refunded', 'expired']),
        ),
      ),
    )
    .orderBy('subscriptions.activeUntil')
    .orderBy('subscriptions.id')
    .limit(limit)
    .execute();
  return rows.map(({ provider, ...row }) => ({ ...row, isPrepaid: provider === 'coingate' }));
}

/** Returns the reminders already sent to these accounts, as `KIND FACT`. */
export async function sentRemindersOf(
  db: Database,
  found: readonly Candidate[],
): Promise<ReadonlySet<string>> {
  if (found.length === 0) return new Set();
  const rows = await db
    .selectFrom('postedEmails')
    .select(['kind', 'fact'])
    .where(
      'userId',
      'in',
      found.map(({ userId }) => userId),
    )
    .where('kind', 'like', 'reminder %')
    .execute();
  return new Set(rows.map(({ kind, fact }) => `${kind} ${fact}`));
}
