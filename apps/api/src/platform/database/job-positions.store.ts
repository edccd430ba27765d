import { sql } from 'kysely';
import { repeatFullBatches } from './batches.ts';
import type { Database, DatabaseTransaction } from './database.ts';

/**
 * Returns up to which time a job has worked, in PostgreSQL's text form, `-infinity` before its first run. Locks the position until the
 * transaction ends, so that concurrent runs share the work.
 */
async function readPosition(trx: DatabaseTransaction, job: string): Promise<string> {
  await trx
    .insertInto('jobPositions')
    .values({ job, workedUntil: '-infinity' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { until } = await trx
    .selectFrom('jobPositions')
    .select(sql<string>`worked_until::text`.as('until'))
    .where('job', '=', job)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return until;
}

/** Stores up to which time a job has worked, in the transaction of its work. */
async function storePosition(trx: DatabaseTransaction, job: string, workedUntil: string): Promise<void> {
  await trx.updateTable('jobPositions').set({ workedUntil }).where('job', '=', job).execute();
}

/** The rows of one page, how many of them were deleted, and the time of the last one in PostgreSQL's text form; null without rows. */
export interface ExaminedPage {
  readonly read: number;
  readonly deleted: number;
  readonly to: string | null;
}

/**
 * Calls `page` for the rows after the job's position, each in a transaction that also stores the new position: a row is examined once, in
 * the order of its time. Returns the number of deleted rows.
 */
export async function examineOnce(
  db: Database,
  job: string,
  size: number,
  page: (trx: DatabaseTransaction, from: string) => Promise<ExaminedPage>,
): Promise<number> {
  let deleted = 0;
  await repeatFullBatches(size, () =>
    db.transaction().execute(async (trx) => {
      const examined = await page(trx, await readPosition(trx, job));
      deleted += examined.deleted;
      if (examined.to !== null) await storePosition(trx, job, examined.to);
      return examined.read;
    }),
  );
  return deleted;
}
