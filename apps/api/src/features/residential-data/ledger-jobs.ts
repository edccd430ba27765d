import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import {
  deleteInBatches,
  type PagePosition,
  positionOf,
  repeatFullBatches,
  processPages,
} from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import { lockDataAccounts } from './accounts.store.ts';
import type { DataOwner } from './balance.ts';
import { dayOf } from './days.ts';

interface LedgerJobDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const hourMs = 3600 * 1000;
/**
 * A gateway without a report about a lease for this long is considered gone; it stops using a lease that it could not report for 23 hours.
 */
const abandonedMs = 24 * hourMs;
/** Until then a repeated request gets the same lease, and a late report is recognised. */
const forgottenMs = 48 * hourMs;
const batch = 200;

/** Settles leases without recent reports at the last reported usage: the rest can be drawn again. Returns how many. */
export async function settleAbandoned({ db, clock }: LedgerJobDeps): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - abandonedMs);
  let settled = 0;
  await repeatFullBatches(batch, async () => {
    const found = await db
      .selectFrom('dataQuotaLeases as lease')
      .innerJoin('dataQuotaAccounts as account', 'account.id', 'lease.quotaAccountId')
      .select(['lease.id', 'account.userId', 'account.product'])
      .where('lease.settledAt', 'is', null)
      .where('lease.reportedAt', '<', before)
      .orderBy('lease.reportedAt')
      .limit(batch)
      .execute();
    if (found.length > 0)
      await db.transaction().execute(async (trx) => {
        // A concurrent report or draw is processed either before or after.
        await lockDataAccounts(trx, found);
        const done = await trx
          .updateTable('dataQuotaLeases')
          .set({ settledAt: now })
          .where(
            'id',
            'in',
            found.map(({ id }) => id),
          )
          .where('settledAt', 'is', null)
          .where('reportedAt', '<', before)
          .returning('id')
          .execute();
        settled += done.length;
      });
    return found.length;
  });
  return settled;
}

/**
 * Adds the usage of past days to the ledger: one entry per account, product and day. Safe to run concurrently and to interrupt. Returns the
 * number of entries.
 */
export async function enterUsageDays({ db, clock }: LedgerJobDeps): Promise<number> {
  const today = dayOf(clock.now());
  let entered = 0;
  const page = (after: OpenDay | null, limit: number) => openDays(db, today, { after, limit });
  await processPages(page, async (owner) => {
    entered += await enterDaysOf(db, owner, today);
  });
  return entered;
}

type OpenDay = DataOwner & PagePosition;

/** Returns days before `today` with usage that is not in the ledger, by day and account. */
async function openDays(
  db: Database,
  today: string,
  { after, limit }: { readonly after: OpenDay | null; readonly limit: number },
): Promise<readonly OpenDay[]> {
  const isLater =
    after === null
      ? sql<boolean>`true`
      : sql<boolean>`(day, user_id, product) > (${after.position}::date, ${after.userId}::uuid, ${after.product})`;
  return db
    .selectFrom('dataUsageDays')
    .select(['userId', 'userId as id', 'product', positionOf('day').as('position')])
    .where('day', '<', today)
    .whereRef('enteredBytes', '<', 'bytes')
    .where(isLater)
    .groupBy(['day', 'userId', 'product'])
    .orderBy('day')
    .orderBy('userId')
    .orderBy('product')
    .limit(limit)
    .execute();
}

async function enterDaysOf(db: Database, owner: DataOwner, today: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockDataAccounts(trx, [owner]);
    const { rows } = await sql`
      with days as (
        select tableoid as part, ctid, day, bytes - entered_bytes as bytes from data_usage_days
        where user_id = ${owner.userId} and product = ${owner.product} and day < ${today}::date and entered_bytes < bytes
      ), noted as (
        update data_usage_days known set entered_bytes = known.bytes from days
        -- Rows of two partitions can have the same ctid.
        where known.tableoid = days.part and known.ctid = days.ctid
      )
      insert into data_entries (user_id, product, kind, bytes, entered_at)
      select ${owner.userId}, ${owner.product}, 'usage', -sum(bytes), day::timestamp at time zone 'UTC'
      from days group by day returning id`.execute(trx);
    return rows.length;
  });
}

/** Deletes settled leases that are long included in the balance. */
export function deleteQuotaLeases({ db, clock }: LedgerJobDeps): Promise<number> {
  return deleteInBatches(db, 'dataQuotaLeases', {
    key: ['id'],
    orderBy: 'settledAt',
    due: sql`settled_at < ${new Date(clock.now().getTime() - forgottenMs)}`,
  });
}

/** Customers see 90 days; disputes about a bill of the last year can be explained. */
const usageKeptMs = 400 * 24 * hourMs;

/** Deletes days of usage after 400 days, once they are in the ledger. Returns the number of rows. */
export function deleteOldUsage(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'dataUsageDays', {
    key: ['userId', 'product', 'day'],
    nullableKey: ['proxyUserId'],
    orderBy: 'day',
    due: sql`entered_bytes >= bytes and day < ${dayOf(new Date(now.getTime() - usageKeptMs))}::date`,
  });
}
