import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Checksums, checksumsOf, lockTables } from './database-checksums.ts';

/** A named position in the write-ahead log, and the checksums of the database exactly there. */
export interface RestorePoint {
  readonly name: string;
  readonly checksums: Checksums;
}

/** Less than PostgreSQL's deadlock_timeout of a second: the check gives up before it could end another transaction. */
const lockMs = 500;
const lockAttempts = 40;
const archiveMs = 120_000;

/**
 * Marks a restore point while no transaction writes to the tables of the checksums, which takes milliseconds. The checksums are then counted in a
 * snapshot that was taken meanwhile. Needs two connections. Returns when the archive has the log up to there.
 */
export async function markRestorePoint(db: Database, name: string): Promise<RestorePoint> {
  const checksums = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      await whileLocked(db, name, async () => {
        // A transaction of this level reads what was committed at its first query.
        await sql`select 1 from users limit 1`.execute(snapshot);
      });
      return checksumsOf(snapshot);
    });
  await archived(db);
  return { name, checksums };
}

async function whileLocked(db: Database, name: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction().execute(async (trx) => {
        await sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`.execute(trx);
        await lockTables(trx);
        await sql`select pg_create_restore_point(${name})`.execute(trx);
        await work();
        // Recovery to a time ends at a commit after it.
        await sql`select pg_current_xact_id()`.execute(trx);
      });
      return;
    } catch (error) {
      if (codeOf(error) === notAllowed) throw withoutGrant(error);
      if (codeOf(error) !== lockNotAvailable || attempt === lockAttempts) throw error;
      await sleep(250);
    }
  }
}

/** Ends the current segment of the log, and waits until archive_command has stored it. */
async function archived(db: Database): Promise<void> {
  const segment = await switchSegment(db);
  const deadline = Date.now() + archiveMs;
  for (;;) {
    const { rows } = await sql<{ isDone: boolean; failed: string | null }>`
      select coalesce(last_archived_wal >= ${segment}, false) as "isDone", last_failed_wal as failed
      from pg_stat_archiver`.execute(db);
    if (rows[0]?.isDone === true) return;
    if (Date.now() > deadline)
      throw new Error(
        `PostgreSQL has not archived ${segment} for ${archiveMs / 60_000} minutes: see archive_command and pg_stat_archiver`,
      );
    await sleep(200);
  }
}

async function switchSegment(db: Database): Promise<string> {
  try {
    const { rows } = await sql<{ mode: string; segment: string }>`
      select current_setting('archive_mode') as mode, pg_walfile_name(pg_switch_wal()) as segment`.execute(
      db,
    );
    if (rows[0]?.mode === 'off')
      throw new Error('PostgreSQL archives no log (archive_mode is off): see deploy/backup/postgresql.conf');
    return rows[0]?.segment ?? '';
  } catch (error) {
    throw codeOf(error) === notAllowed ? withoutGrant(error) : error;
  }
}

const lockNotAvailable = '55P03';
const notAllowed = '42501';

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

function withoutGrant(cause: unknown): Error {
  return new Error(
    'The role of DATABASE_URL may not mark restore points: as a superuser, run grants.sql of deploy/backup in this database',
    { cause },
  );
}
