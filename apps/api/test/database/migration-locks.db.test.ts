import type { TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate, migrations } from '../../src/platform/database/migrate.ts';
import type { Release, SchemaMigration } from '../../src/platform/database/schema-version.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';

let database: TestDatabase;
let db: Database;
/** Another process. */
let other: Database;
beforeEach(async () => {
  database = await createMigratedDatabase();
  const open = (connections: number) => openDatabase(database.url, { connections, onError: () => undefined });
  db = open(1);
  other = open(4);
});
afterEach(async () => {
  await db.destroy();
  await other.destroy();
  await database.drop();
});

const last = Object.keys(migrations).at(-1) ?? '';
const withStep = (step: SchemaMigration): Release => ({
  migrations: { ...migrations, '9001-more': step },
  runsFrom: last,
});
const lockTimeout = async () =>
  (await sql<{ timeout: string }>`select current_setting('lock_timeout') as timeout`.execute(db)).rows[0]
    ?.timeout;

describe('a migration of a table that another transaction uses', () => {
  const step: SchemaMigration = {
    up: async (trx) => void (await sql`alter table rate_counters add column note text`.execute(trx)),
  };
  const read = () => sql`select count(*) from rate_counters`.execute(other);

  /** Runs `work` while a transaction that has read the table is open. */
  async function whileInUse<T>(work: (end: () => void) => Promise<T>): Promise<T> {
    const ending = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const using = other.transaction().execute(async (trx) => {
      await sql`select count(*) from rate_counters`.execute(trx);
      began.resolve();
      await ending.promise;
    });
    await began.promise;
    try {
      return await work(ending.resolve);
    } finally {
      ending.resolve();
      await using;
    }
  }

  test('is retried until it gets the lock, and queries run between its attempts', async () => {
    await whileInUse(async (end) => {
      const migrating = migrate(db, withStep(step), { timeoutMs: 200, pauseMs: 200, attempts: 500 });
      let isMigrated = false;
      const migrated = migrating.then((result) => {
        isMigrated = true;
        return result;
      });
      for (let reads = 0; reads < 30; reads += 1) {
        await read();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(isMigrated).toBe(false);
      end();
      expect((await migrated).steps).toEqual(['9001-more']);
    });
    expect(await lockTimeout()).toBe('0');
  });

  test('fails with one sentence when it never gets the lock, and changes nothing', async () => {
    await whileInUse(async () => {
      await expect(migrate(db, withStep(step), { timeoutMs: 50, pauseMs: 1, attempts: 2 })).rejects.toThrow(
        'The migration 9001-more cannot lock a table: another transaction uses it',
      );
    });
    expect(await lockTimeout()).toBe('0');
    expect((await migrate(db)).state).toMatchObject({ version: last, newer: [] });
  });
});

describe('a migration that builds an index concurrently', () => {
  const step: SchemaMigration = {
    runsInTransaction: false,
    async up(connection) {
      await sql`drop index concurrently if exists rate_counters_calls`.execute(connection);
      await sql`create unique index concurrently rate_counters_calls on rate_counters (calls)`.execute(
        connection,
      );
    },
  };
  const isValid = async () =>
    (
      await sql<{ valid: boolean }>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass('rate_counters_calls')`.execute(
        other,
      )
    ).rows.map(({ valid }) => valid);

  test('finishes while other replicas wait to migrate', async () => {
    const began = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    const first = migrate(
      db,
      withStep({
        ...step,
        async up(connection) {
          began.resolve();
          await waiting.promise;
          await step.up(connection);
        },
      }),
    );
    await began.promise;
    const others = [migrate(other, withStep(step)), migrate(other, withStep(step))];
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and query like '%advisory_lock(hashtext%' and pid <> pg_backend_pid()`.execute(
        other,
      );
      expect(rows.length).toBe(2);
    });
    waiting.resolve();
    const all = await Promise.all([first, ...others]);
    expect(all.map(({ steps }) => steps)).toEqual([['9001-more'], [], []]);
    expect(await isValid()).toEqual([true]);
  });

  test('can be run again after it has failed', async () => {
    await sql`insert into rate_counters (bucket, calls, expires_at) values ('a', 1, now()), ('b', 1, now())`.execute(
      other,
    );
    await expect(migrate(db, withStep(step))).rejects.toThrow('could not create unique index');
    expect(await isValid()).toEqual([false]);
    expect((await migrate(db)).state).toMatchObject({ version: last, newer: [] });
    await sql`delete from rate_counters where bucket = 'b'`.execute(other);
    expect((await migrate(db, withStep(step))).steps).toEqual(['9001-more']);
    expect(await isValid()).toEqual([true]);
  });
});
