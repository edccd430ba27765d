import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { FreeDaysReason } from '../../platform/database/schema.ts';
import { type JobQueue, jobKind } from '../../platform/jobs/jobs.ts';
import type { GivenDays } from './schedule-free-days.ts';

/** Applies an account's free days to its subscriptions. */
export const freeDaysChanged = jobKind<{ userId: string }>('free-days.changed', {
  retries: 30,
  firstPause: 2,
});

interface Cause {
  readonly userId: string;
  readonly reason: FreeDaysReason;
  /** The reason for the days; the same cause gives an account days only once. */
  readonly cause: string;
}

/** Adds days, once per cause; true if they are new. A job extends the access after the transaction. */
export async function giveFreeDays(
  deps: { readonly jobs: JobQueue },
  trx: DatabaseTransaction,
  given: Cause & { readonly days: number; readonly at: Date },
): Promise<boolean> {
  const { at: givenAt, ...row } = given;
  const added = await trx
    .insertInto('freeDays')
    .values({ ...row, givenAt })
    .onConflict((conflict) => conflict.columns(['userId', 'reason', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added !== undefined) await deps.jobs.enqueue(trx, freeDaysChanged, { userId: given.userId });
  return added !== undefined;
}

/** Revokes the unused days of a cause, once; true if this call revoked them. */
export async function revokeFreeDays(
  deps: { readonly jobs: JobQueue },
  trx: DatabaseTransaction,
  taken: Cause & { readonly at: Date },
): Promise<boolean> {
  const added = await trx
    .insertInto('freeDaysTakenBack')
    .columns(['freeDaysId', 'takenBackAt'])
    .expression((select) =>
      select
        .selectFrom('freeDays')
        .select(['id', select.val(taken.at).as('takenBackAt')])
        .where('userId', '=', taken.userId)
        .where('reason', '=', taken.reason)
        .where('cause', '=', taken.cause),
    )
    .onConflict((conflict) => conflict.column('freeDaysId').doNothing())
    .returning('freeDaysId')
    .executeTakeFirst();
  if (added !== undefined) await deps.jobs.enqueue(trx, freeDaysChanged, { userId: taken.userId });
  return added !== undefined;
}

/** Restores revoked free days, because the reason for revoking them is void. Returns true if this call restored them. */
export async function restoreFreeDays(
  deps: { readonly jobs: JobQueue },
  trx: DatabaseTransaction,
  given: Cause,
): Promise<boolean> {
  const removed = await trx
    .deleteFrom('freeDaysTakenBack')
    .where('freeDaysId', 'in', (select) =>
      select
        .selectFrom('freeDays')
        .select('id')
        .where('userId', '=', given.userId)
        .where('reason', '=', given.reason)
        .where('cause', '=', given.cause),
    )
    .returning('freeDaysId')
    .executeTakeFirst();
  if (removed !== undefined) await deps.jobs.enqueue(trx, freeDaysChanged, { userId: given.userId });
  return removed !== undefined;
}

/** Returns all days given to an account, including used and revoked ones. */
export async function freeDaysOf(
  db: Database | DatabaseTransaction,
  userId: string,
): Promise<readonly (GivenDays & { readonly reason: FreeDaysReason })[]> {
  return db
    .selectFrom('freeDays')
    .leftJoin('freeDaysTakenBack', 'freeDaysTakenBack.freeDaysId', 'freeDays.id')
    .select(['freeDays.id', 'days', 'reason', 'givenAt as at', 'takenBackAt'])
    .where('userId', '=', userId)
    .execute();
}
