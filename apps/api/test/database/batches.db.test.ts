import type { TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  batchSize,
  deleteInBatches,
  isAfter,
  type PagePosition,
  positionOf,
  repeatFullBatches,
  processRows,
  processPages,
} from '../../src/platform/database/batches.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createMigratedDatabase();
  db = openDatabase(database.url, { connections: 4, onError: () => undefined });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  await sql`delete from rate_counters`.execute(db);
  await sql`delete from card_uses`.execute(db);
});

const now = new Date('2026-11-21T12:00:00.000Z');

/** One counter expires at each of `rows` seconds before `now`, the last one at `now`. */
const addCounters = (rows: number) =>
  sql`
    insert into rate_counters (bucket, calls, expires_at)
    select 'b' || n, 1, ${now}::timestamptz - n * interval '1 second' from generate_series(0, ${rows - 1}) n`.execute(
    db,
  );

const due = sql<boolean>`expires_at < ${now}`;
const clean = (size: number) =>
  deleteInBatches(db, 'rateCounters', { key: ['bucket'], orderBy: 'expiresAt', due, size });

async function buckets(): Promise<readonly string[]> {
  const rows = await db.selectFrom('rateCounters').select('bucket').execute();
  return rows.map(({ bucket }) => bucket);
}

test.each([1, 3, 7, 8, 100])('deletes exactly the due rows in batches of %i', async (size) => {
  await addCounters(8);
  expect(await clean(size)).toBe(7);
  expect(await buckets()).toEqual(['b0']);
});

test('does not scan the table where no row is due', async () => {
  await addCounters(5_000);
  await sql`analyze rate_counters`.execute(db);
  await clean(batchSize);
  await sql`insert into rate_counters (bucket, calls, expires_at)
    select 'later' || n, 1, ${now}::timestamptz + interval '1 hour' from generate_series(1, 5000) n`.execute(
    db,
  );
  await db.transaction().execute(async (trx) => {
    const scans = async () => {
      const { rows } = await sql<{ scans: number }>`
        select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'rate_counters'`.execute(
        trx,
      );
      return rows[0]?.scans;
    };
    const before = await scans();
    await deleteInBatches(trx, 'rateCounters', { key: ['bucket'], orderBy: 'expiresAt', due });
    expect(await scans()).toBe(before);
  });
});

test('two concurrent runs delete each row once', async () => {
  await addCounters(101);
  const deleted = await Promise.all([clean(10), clean(10), clean(10)]);
  // A run ends early where the others hold the rest.
  expect(deleted.reduce((sum, rows) => sum + rows, 0) + (await clean(10))).toBe(100);
  expect(await buckets()).toEqual(['b0']);
});

test('leaves a locked row to its holder, and deletes the others without waiting', async () => {
  await addCounters(5);
  await db.transaction().execute(async (trx) => {
    await sql`select from rate_counters where bucket = 'b2' for update`.execute(trx);
    expect(await clean(10)).toBe(3);
  });
  expect((await buckets()).toSorted()).toEqual(['b0', 'b2']);
  expect(await clean(10)).toBe(1);
});

test('does not delete a row that is no longer due when its lock is free', async () => {
  await addCounters(2);
  await db.transaction().execute(async (trx) => {
    await sql`update rate_counters set expires_at = ${now} where bucket = 'b1'`.execute(trx);
    expect(await clean(10)).toBe(0);
  });
  expect(await clean(10)).toBe(0);
  expect((await buckets()).toSorted()).toEqual(['b0', 'b1']);
});

test('a run ends after a minute, and the next one continues', async () => {
  let time = 0;
  let left = 10;
  const batch = () => {
    time += 25_000;
    left -= 2;
    return Promise.resolve(2);
  };
  expect(await repeatFullBatches(2, batch, () => time)).toBe(6);
  expect(left).toBe(4);
});

test('works on every row of several pages once, also where rows have the same time to the microsecond', async () => {
  const rows = 2 * batchSize + 7;
  await sql`
    insert into card_uses (card_hash, kind, used_at)
    select sha256(n::text::bytea), 'trial', '2026-01-01T00:00:00.000123Z'::timestamptz + n / 700 * interval '1 microsecond'
    from generate_series(1, ${rows}) n`.execute(db);
  const page = (after: PagePosition | null, limit: number) =>
    db
      .selectFrom('cardUses')
      .select(['id', positionOf('usedAt').as('position')])
      .where(isAfter('usedAt', 'id', after))
      .orderBy('usedAt')
      .orderBy('id')
      .limit(limit)
      .execute();
  const seen: string[] = [];
  const done = await processPages(page, ({ id }) => Promise.resolve(seen.push(id)));
  expect(done).toBe(rows);
  expect(new Set(seen).size).toBe(rows);

  const failing = new Set([seen[0], seen[batchSize]]);
  const worked: string[] = [];
  const failed = processPages(page, ({ id }) =>
    failing.has(id) ? Promise.reject(new Error(`${id} fails`)) : Promise.resolve(worked.push(id)),
  );
  await expect(failed).rejects.toThrow(`2 of ${rows} rows failed`);
  expect(worked).toHaveLength(rows - 2);
});

test('works on every row where some fail, and stops when the database does not respond', async () => {
  const worked: number[] = [];
  const work = (row: number) =>
    row % 2 === 0 ? Promise.reject(new Error(`${row} fails`)) : Promise.resolve(worked.push(row));
  await expect(processRows([1, 2, 3, 4, 5], work)).rejects.toThrow('2 of 5 rows failed');
  expect(worked).toEqual([1, 3, 5]);
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
  const tried: number[] = [];
  const failed = processRows([1, 2], (row) => {
    tried.push(row);
    return Promise.reject(lost);
  });
  await expect(failed).rejects.toBe(lost);
  expect(tried).toEqual([1]);
});
