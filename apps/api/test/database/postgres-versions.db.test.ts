import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate, migrations } from '../../src/platform/database/migrate.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, { connections: 1, onError: () => undefined });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const versionOf = async () =>
  Number(
    (await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db))
      .rows[0]?.version,
  );

test('every migration is applied on the tested version of PostgreSQL, 15 to 18', async () => {
  const version = await versionOf();
  const { POSTGRES_VERSION } = process.env;
  if (POSTGRES_VERSION !== undefined) expect(Math.floor(version / 10_000)).toBe(Number(POSTGRES_VERSION));
  expect((await migrate(db)).steps).toEqual(Object.keys(migrations));
});

test('uuidv7() is PostgreSQL’s own where it has one, else ours', async () => {
  const { rows } = await sql<{ schema: string }>`
    select pronamespace::regnamespace::text as schema from pg_proc where proname = 'uuidv7'`.execute(db);
  const schemas = new Set(rows.map(({ schema }) => schema));
  expect([...schemas]).toEqual([(await versionOf()) >= 180_000 ? 'pg_catalog' : 'public']);
});

test('uuidv7() returns version 7 ids of the current time that ascend', async () => {
  const ids: string[] = [];
  const begun = Date.now();
  for (let at = 0; at < 200; at += 1) {
    const { rows } = await sql<{ id: string }>`select uuidv7()::text as id`.execute(db);
    ids.push(rows[0]?.id ?? '');
  }
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids.map((id) => id.slice(24))).size).toBe(200);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const milliseconds = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(Math.abs(milliseconds - begun)).toBeLessThan(60_000);
  }
});
