import { sql } from 'kysely';
import type { Database } from './database.ts';

const probeBucket = 'readiness probe';

/**
 * Throws if the database cannot write: a committed row checks space for the write-ahead log, and a sort that exceeds `work_mem` checks
 * space on the data disk.
 */
export async function requireWritableDatabase(db: Database): Promise<void> {
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

/** Returns the version of PostgreSQL as a number: 180004 for 18.4. */
export async function readServerVersion(db: Database): Promise<number> {
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version_num') as version`.execute(db);
  return Number(rows[0]?.version);
}

/** Caches the result of `check` for `ms` milliseconds, so that frequent health probes do not load the database. */
export function cacheFor(ms: number, check: () => Promise<boolean>): () => Promise<boolean> {
  let last: { readonly at: number; readonly result: Promise<boolean> } | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at > ms) last = { at, result: check() };
    return last.result;
  };
}
