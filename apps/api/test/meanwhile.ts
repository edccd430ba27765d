import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@comet/testing';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../src/platform/database/database.ts';
import type { ApiUnderTest } from './api-under-test.ts';

/**
 * Sends a request while something else holds rows that it needs, waits until it stands in line, lets the other change what it likes,
 * and gives the request's answer once that is committed. It makes the moment between looking and writing as long as a test needs.
 */
export async function meanwhile(
  under: ApiUnderTest,
  other: {
    readonly holds: (trx: DatabaseTransaction) => Promise<unknown>;
    readonly changes?: (trx: DatabaseTransaction) => Promise<unknown>;
  },
  request: () => Promise<Answer>,
): Promise<Answer> {
  const { db } = under.world;
  const sent = await db.transaction().execute(async (trx) => {
    await other.holds(trx);
    const answer = request();
    await standsInLine(under);
    await other.changes?.(trx);
    // Wrapped, so that the transaction does not wait for what waits for it.
    return { answer };
  });
  return sent.answer;
}

/** Holds an account as everything does that changes its ways in. */
export const holdingAccount = (id: string) => (trx: DatabaseTransaction) =>
  trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();

async function standsInLine({ world: { db } }: ApiUnderTest): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    if (rows.length > 0) return;
    await sleep(25);
  }
  throw new Error('The request did not come to wait for the rows that are held');
}
