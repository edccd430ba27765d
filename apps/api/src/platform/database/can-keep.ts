import { sql } from 'kysely';
import type { Database } from './database.ts';

const probeBucket = 'readiness probe';

/**
 * Throws where the database cannot keep what is written: one row that is committed shows whether the log has room, and a sort that does not
 * fit into memory whether the data's disk has.
 */
export async function requireRoom(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    await sql`select count(*) from (select at from generate_series(1, 20000) at order by at desc) sorted`.execute(
      trx,
    );
    await sql`
      insert into rate_counters (bucket, calls, expires_at) values (${probeBucket}, 1, clock_timestamp())
      on conflict (bucket) do update set expires_at = excluded.expires_at`.execute(trx);
  });
}

/** The answer of `check`, or of its last run less than `ms` ago: a probe that many send must not become a load. */
export function atMostEvery(ms: number, check: () => Promise<boolean>): () => Promise<boolean> {
  let last: { readonly at: number; readonly answer: Promise<boolean> } | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at > ms) last = { at, answer: check() };
    return last.answer;
  };
}
