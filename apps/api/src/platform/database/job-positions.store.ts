import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.ts';

/**
 * Returns up to which time a job has worked, in PostgreSQL's text form, `-infinity` before its first run. Locks the position until the
 * transaction ends, so that concurrent runs share the work.
 */
export async function readPosition(trx: DatabaseTransaction, job: string): Promise<string> {
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
export async function storePosition(
  trx: DatabaseTransaction,
  job: string,
  workedUntil: string,
): Promise<void> {
  await trx.updateTable('jobPositions').set({ workedUntil }).where('job', '=', job).execute();
}
