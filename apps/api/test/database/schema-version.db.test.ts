import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate, migrations, requireSchema, thisRelease } from '../../src/platform/database/migrate.ts';
import type { Release } from '../../src/platform/database/schema-version.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';
import { runProgram } from './run-program.ts';

let database: TestDatabase;
let db: Database;
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function openCreated(created: Promise<TestDatabase>): Promise<void> {
  database = await created;
  undo.push(database.drop);
  db = openDatabase(database.url, { connections: 2, onError: () => undefined });
  undo.push(() => db.destroy());
}

const last = Object.keys(migrations).at(-1) ?? '';
const next: Release['migrations'] = {
  ...migrations,
  '9001-more': { up: async (trx) => void (await sql`create table more_things (id int)`.execute(trx)) },
};
const run = (...words: string[]) => runProgram(words, { DATABASE_URL: database.url, LOG_LEVEL: 'info' });

describe('an older release on the schema of the next one', () => {
  beforeEach(async () => {
    await openCreated(createMigratedDatabase());
    await migrate(db, { migrations: next, runsFrom: last });
  });

  test('may run, and its migrate changes nothing and exits 0', async () => {
    expect(await requireSchema(db)).toMatchObject({ version: '9001-more', needed: last, isSupported: true });
    const before = await sql`select * from kysely_migration order by name`.execute(db);
    const migrated = await run('migrate');
    expect(migrated.code).toBe(0);
    expect(migrated.stderr).toContain(
      'the schema is of a newer release, which this one runs on: nothing was changed',
    );
    expect((await sql`select * from kysely_migration order by name`.execute(db)).rows).toEqual(before.rows);
  });

  test('is refused with both versions once the schema no longer supports it', async () => {
    await migrate(db, { migrations: next, runsFrom: '9001-more' });
    const sentence = `The database's schema is at version 9001-more, newer than the ${last} of this release, which cannot run on it: install a newer release`;
    await expect(requireSchema(db)).rejects.toThrow(sentence);
    for (const refused of await Promise.all([run('migrate'), run('serve'), run('plans', 'list')])) {
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(sentence);
    }
  }, 120_000);
});

test('a database without the schema of this release is refused with both versions', async () => {
  await openCreated(createDatabase());
  await expect(requireSchema(db)).rejects.toThrow(
    `The database has no schema and this release needs ${last}: run the command migrate`,
  );
  await migrate(db);
  const { steps, state } = await migrate(db);
  expect([steps, state.version]).toEqual([[], last]);
  const refused = requireSchema(db, { migrations: next, runsFrom: last });
  await expect(refused).rejects.toThrow(
    `The database's schema is at version ${last} and this release needs 9001-more (1 missing): run the command migrate`,
  );
});

test('a schema of two diverged releases is neither served nor changed', async () => {
  await openCreated(createMigratedDatabase());
  const { [last]: left, ...others } = migrations;
  const diverged = {
    migrations: { ...others, '9001-more': left ?? { up: () => Promise.resolve() } },
    runsFrom: last,
  };
  const sentence = `The database's schema has migrations of another release (${last}) and lacks 9001-more of this one`;
  await expect(requireSchema(db, diverged)).rejects.toThrow(sentence);
  await expect(migrate(db, diverged)).rejects.toThrow(sentence);
});

test('two replicas may migrate at the same time', async () => {
  await openCreated(createDatabase());
  const both = await Promise.all([migrate(db), migrate(db)]);
  expect(both.flatMap(({ steps }) => steps).toSorted()).toEqual(Object.keys(migrations));
});

test('the release before this one is one that ran on an earlier schema', () => {
  const names = Object.keys(migrations);
  expect(names.indexOf(thisRelease.runsFrom)).toBeGreaterThanOrEqual(0);
  expect(thisRelease.runsFrom < last).toBe(true);
});
