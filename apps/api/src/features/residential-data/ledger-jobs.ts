import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { holdAccounts } from './accounts.store.ts';
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
  for (;;) {
    const found = await db
      .selectFrom('dataQuotaLeases as lease')
      .innerJoin('dataQuotaAccounts as account', 'account.id', 'lease.quotaAccountId')
      .select(['lease.id', 'account.userId', 'account.product'])
      .where('lease.settledAt', 'is', null)
      .where('lease.reportedAt', '<', before)
      .limit(batch)
      .execute();
    if (found.length > 0)
      await db.transaction().execute(async (trx) => {
        // A concurrent report or draw is processed either before or after.
        await holdAccounts(trx, found);
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
    if (found.length < batch) return settled;
  }
}

/**
 * Adds the usage of past days to the ledger: one entry per account, product and day. Safe to run concurrently and to interrupt. Returns the
 * number of entries.
 */
export async function enterUsageDays({ db, clock }: LedgerJobDeps): Promise<number> {
  const today = dayOf(clock.now());
  let entered = 0;
  for (;;) {
    const open = await db
      .selectFrom('dataUsageDays')
      .select(['userId', 'product'])
      .distinct()
      .where('day', '<', today)
      .whereRef('enteredBytes', '<', 'bytes')
      .limit(batch)
      .execute();
    for (const owner of open) entered += await enterDaysOf(db, owner, today);
    if (open.length < batch) return entered;
  }
}

async function enterDaysOf(db: Database, owner: DataOwner, today: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await holdAccounts(trx, [owner]);
    const { rows } = await sql`
      with days as (
        select ctid, day, bytes - entered_bytes as bytes from data_usage_days
        where user_id = ${owner.userId} and product = ${owner.product} and day < ${today}::date and entered_bytes < bytes
      ), noted as (
        update data_usage_days known set entered_bytes = known.bytes from days where known.ctid = days.ctid
      )
      insert into data_entries (user_id, product, kind, bytes, entered_at)
      select ${owner.userId}, ${owner.product}, 'usage', -sum(bytes), day::timestamp at time zone 'UTC'
      from days group by day returning id`.execute(trx);
    return rows.length;
  });
}

/** Deletes settled leases that are long included in the balance. */
export async function deleteQuotaLeases({ db, clock }: LedgerJobDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - forgottenMs);
  await db.deleteFrom('dataQuotaLeases').where('settledAt', '<', before).execute();
}
