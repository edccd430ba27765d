import { sql } from 'kysely';
import { isAfter, type PagePosition, positionOf } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Remindable } from './reminder-due.ts';

export interface Candidate extends Remindable, PagePosition {
  readonly userId: string;
  readonly planId: string;
  readonly nextPaymentAmount: number | null;
  readonly currency: string;
  /** `activeUntil` in PostgreSQL's text form. */
  readonly until: string;
  /** Whether another subscription of the account lasts longer. */
  readonly isSuperseded: boolean;
  /** Whether its remaining days were forfeited with the account. */
  readonly isForfeited: boolean;
}

interface Page {
  readonly now: Date;
  readonly after: PagePosition | null;
  readonly limit: number;
}

const dayMs = 24 * 3600 * 1000;

/**
 * Subscriptions whose end has changed since reminders were last considered, by their end: those that end or renew within a week or have
 * just ended.
 */
export function changedSubscriptions(
  db: Database,
  { now, after, limit }: Page,
): Promise<readonly Candidate[]> {
  return candidates(db, 'subscriptions.activeUntil', { after, limit }, (query) =>
    query
      .where('subscriptions.activeUntil', '>', new Date(now.getTime() - 4 * dayMs))
      .where('subscriptions.activeUntil', '<=', new Date(now.getTime() + 7 * dayMs))
      .where('subscriptions.forfeitedAt', 'is', null)
      // As in the index: no subscription at Paddle is paid in crypto.
      .where(sql<boolean>`(subscriptions.months >= 12 or subscriptions.paddle_subscription_id is null)`)
      .where(sql<boolean>`subscriptions.reminder_for is distinct from subscriptions.active_until`),
  );
}

/** Subscriptions whose reminders are to be considered again, by that time. */
export function dueSubscriptions(db: Database, { now, after, limit }: Page): Promise<readonly Candidate[]> {
  return candidates(db, 'subscriptions.nextReminderAt', { after, limit }, (query) =>
    query.where('subscriptions.nextReminderAt', '<=', now),
  );
}

/** Stores that the reminders of a subscription were considered for its end, and when they are considered next; null for not again. */
export async function storeNextReminder(
  trx: DatabaseTransaction,
  { id, until }: Pick<Candidate, 'id' | 'until'>,
  nextAt: Date | null,
): Promise<void> {
  await sql`update subscriptions set reminder_for = ${until}::timestamptz, next_reminder_at = ${nextAt}
    where id = ${id}`.execute(trx);
}

type Query = ReturnType<typeof withOrders>;

const withOrders = (db: Database) =>
  db.selectFrom('subscriptions').innerJoin('orders', 'orders.id', 'subscriptions.orderId');

async function candidates(
  db: Database,
  orderedBy: 'subscriptions.activeUntil' | 'subscriptions.nextReminderAt',
  { after, limit }: Pick<Page, 'after' | 'limit'>,
  restricted: (query: Query) => Query,
): Promise<readonly Candidate[]> {
  const rows = await restricted(withOrders(db))
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
      positionOf(orderedBy).as('position'),
      positionOf('subscriptions.activeUntil').as('until'),
      sql<boolean>`subscriptions.forfeited_at is not null`.as('isForfeited'),
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions as next')
          .select('next.id')
          .whereRef('next.userId', '=', 'subscriptions.userId')
          .whereRef('next.activeUntil', '>', 'subscriptions.activeUntil')
          .where('next.state', 'not in', ['refunded', 'expired']),
      ).as('isSuperseded'),
    )
    .where(isAfter(orderedBy, 'subscriptions.id', after))
    .orderBy(orderedBy)
    .orderBy('subscriptions.id')
    .limit(limit)
    .execute();
  return rows.map(({ provider, isSuperseded, ...row }) => ({
    ...row,
    isSuperseded: Boolean(isSuperseded),
    isPrepaid: provider === 'coingate',
  }));
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
