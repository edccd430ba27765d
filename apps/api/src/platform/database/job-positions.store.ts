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

/** An examined row: its time in PostgreSQL's text form, and whether it was deleted. */
export interface ExaminedRow {
  readonly position: string;
  readonly isDeleted: boolean;
}

/**
 * Calls `page` for the rows after the job's position, each in a transaction that also stores the new position: a row is examined once, in
 * the order of its time, which is that of a page's rows. Returns the number of deleted rows.
 */
export async function examineOnce(
  db: Database,
  job: string,
  size: number,
  page: (trx: DatabaseTransaction, from: string) => Promise<readonly ExaminedRow[]>,
): Promise<number> {
  let deleted = 0;
  await repeatFullBatches(size, () =>
    db.transaction().execute(async (trx) => {
      const rows = await page(trx, await readPosition(trx, job));
      deleted += rows.filter(({ isDeleted }) => isDeleted).length;
      const last = rows.at(-1);
      if (last !== undefined) await storePosition(trx, job, last.position);
      return rows.length;
    }),
  );
  return deleted;
}
