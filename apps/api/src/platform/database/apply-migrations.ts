import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { isLockTimeout } from './failures.ts';
import { readSchemaState, type Release } from './schema-version.ts';

/** How a migration waits for the lock of a table. */
export interface LockWaits {
  /** Milliseconds of one attempt, for which the queries behind it wait too. */
  readonly timeoutMs: number;
  /** Milliseconds between attempts, in which those queries run. */
  readonly pauseMs: number;
  readonly attempts: number;
}

/** About two minutes, far below the start timeout of comet-control.service. */
const usualWaits: LockWaits = { timeoutMs: 2_000, pauseMs: 2_000, attempts: 30 };

const pollMs = 100;

/**
 * Runs `work` while no other process migrates. `db` is one connection. It polls, because a statement that waits for an advisory lock has a
 * snapshot, for whose end CREATE INDEX CONCURRENTLY in the other process would wait: a deadlock.
 */
export async function withMigrationLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  // Kysely's lock does not cover its look at the tables, which fails where another process drops one.
  const lock = sql`hashtextextended('comet migrations', 0)`;
  for (;;) {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lock}) as locked`.execute(
      db,
    );
    if (rows[0]?.locked === true) break;
    await sleep(pollMs);
  }
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(db);
  }
}

/**
 * Applies the missing migrations of a release in order and returns their names. A migration that does not get the lock of a table is
 * repeated; throws one sentence when it never does.
 */
export async function applyMissing(
  db: Database,
  release: Release,
  waits: LockWaits = usualWaits,
): Promise<readonly string[]> {
  const { missing } = await readSchemaState(db, release);
  try {
    for (const name of missing) await applyWithRetries(db, release, name, waits);
  } finally {
    await sql`reset lock_timeout`.execute(db);
  }
  return missing;
}

async function applyWithRetries(
  db: Database,
  release: Release,
  name: string,
  { timeoutMs, pauseMs, attempts }: LockWaits,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(db, release, name, timeoutMs);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt >= attempts)
        throw new Error(
          `The migration ${name} cannot lock a table: another transaction uses it. Find it in pg_stat_activity, and run the command migrate again`,
          { cause: error },
        );
      await sleep(pauseMs);
    }
  }
}

async function apply(db: Database, release: Release, name: string, timeoutMs: number): Promise<void> {
  const step = release.migrations[name];
  if (step === undefined) throw new Error(`There is no migration ${name}`);
  const disableTransactions = step.runsInTransaction === false;
  // Outside a transaction it builds indexes, which wait for open transactions and block nothing meanwhile.
  await sql`select set_config('lock_timeout', ${String(disableTransactions ? 0 : timeoutMs)}, false)`.execute(
    db,
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...release.migrations }) },
    // Migrations are independent of each other and are numbered before they are merged.
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateUp({ disableTransactions });
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('A migration failed', { cause: error });
  if (results[0]?.migrationName !== name) throw new Error(`Kysely applied another migration than ${name}`);
}
