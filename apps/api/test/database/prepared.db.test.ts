import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { executePrepared, queryPrepared } from '../../src/platform/database/prepared.ts';

const double = { name: 'double', text: 'select $1::int * 2 as twice' };
const insertNote = { name: 'insert-note', text: 'insert into notes (said) values ($1) returning said' };
const notes = { name: 'notes', text: 'select said from notes' };

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, { connections: 1, onError: () => undefined });
  await sql`create table notes (said text not null)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('a connection keeps a prepared statement, which returns the result for each call’s values', async () => {
  expect(await queryPrepared(db, double, [2])).toEqual([{ twice: 4 }]);
  expect(await queryPrepared(db, double, [3])).toEqual([{ twice: 6 }]);
  const { rows } = await sql`select name from pg_prepared_statements`.execute(db);
  expect(rows).toEqual([{ name: 'double' }]);
});

test('a statement is part of its transaction, and can be repeated after a failure', async () => {
  const work = db.transaction().execute(async (trx) => {
    expect(await queryPrepared(trx, insertNote, ['mine'])).toEqual([{ said: 'mine' }]);
    await queryPrepared(trx, double, ['no number']);
  });
  await expect(work).rejects.toThrow('invalid input syntax');
  expect(await queryPrepared(db, notes, [])).toEqual([]);
  expect(await queryPrepared(db, double, [4])).toEqual([{ twice: 8 }]);
});

test('a statement of the query builder is prepared, with the names of its result as elsewhere', async () => {
  const tableOf = (name: string) =>
    db
      .selectFrom(sql<{ tableName: string }>`information_schema.tables`.as('tables'))
      .select('tableName')
      .where('tableName', '=', name);
  for (const name of ['notes', 'tables'])
    expect(await executePrepared(db, 'table-of', tableOf(name))).toEqual([{ tableName: name }]);
  const { rows } = await sql`select generic_plans + custom_plans as uses from pg_prepared_statements
    where name = 'table-of'`.execute(db);
  expect(rows).toEqual([{ uses: 2 }]);
});
