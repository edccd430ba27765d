import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { accountColumns, acrossAccounts, belongThrough, undistributed } from './distribution.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The tables that its foreign keys refer to. */
  readonly parents: readonly string[];
}

async function tablesOf(db: Database): Promise<readonly Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      array(select confrelid::regclass::text from pg_constraint where conrelid = c.oid and contype = 'f') as parents
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by 1`.execute(db.withoutPlugins());
  return rows;
}

const accountColumnOf = ({ name, columns }: Table): string | null =>
  accountColumns[name] ?? (columns.includes('user_id') ? 'user_id' : null);

/** Tables that neither carry the account, nor belong to one through another table, nor are named as shared by all accounts. */
function withoutAccount(tables: readonly Table[]): readonly string[] {
  return tables
    .filter((table) => {
      const through = belongThrough[table.name];
      return (
        accountColumnOf(table) === null &&
        !(through !== undefined && table.parents.includes(through)) &&
        undistributed[table.name] === undefined
      );
    })
    .map(({ name }) => name);
}

interface UniqueKey {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** Whether it is one column of random values: an id, or the hash of a secret. It stays unique when the account is added. */
  readonly isRandom: boolean;
  /** Whether it contains a reference to a row that belongs to one account. */
  readonly refersToAccount: boolean;
}

async function uniqueKeysOf(db: Database, distributed: readonly string[]): Promise<readonly UniqueKey[]> {
  const { rows } = await sql<UniqueKey>`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
      array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any (i.indkey)) as columns,
      i.indnkeyatts = 1 and exists (
        select from pg_attribute where attrelid = i.indrelid and attnum = any (i.indkey)
          and (attname = 'id' and atttypid = 'uuid'::regtype or attname like '%\\_hash' and atttypid = 'bytea'::regtype)) as "isRandom",
      exists (
        select from pg_constraint where conrelid = i.indrelid and contype = 'f' and i.indkey::int2[] @> conkey
          and confrelid::regclass::text = any (${distributed})) as "refersToAccount"
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by 1`.execute(db.withoutPlugins());
  return rows;
}

test('every table with rows of customers carries their account, or belongs to one that does', async () => {
  const tables = await tablesOf(under.dependencies.db);
  expect(withoutAccount(tables)).toEqual([]);
  const named = [...Object.keys(belongThrough), ...Object.keys(undistributed)];
  expect(named.filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
  // A named table that gets the column is no exception any more.
  expect(tables.filter((one) => named.includes(one.name) && accountColumnOf(one) !== null)).toEqual([]);
});

test('a table of customers without an account is found', () => {
  const table = { name: 'visits', columns: ['id', 'service_id'], parents: ['services'] };
  expect(withoutAccount([table])).toEqual(['visits']);
  expect(withoutAccount([{ ...table, columns: [...table.columns, 'user_id'] }])).toEqual([]);
});

test('the unique keys of customers can contain the account, except for those that hold across accounts', async () => {
  const { db } = under.dependencies;
  const tables = await tablesOf(db);
  const distributed = tables.filter(({ name }) => undistributed[name] === undefined);
  const names = distributed.map(({ name }) => name);
  const exceptions = (await uniqueKeysOf(db, names))
    .filter(({ table, columns, isRandom, refersToAccount }) => {
      const owner = distributed.find(({ name }) => name === table);
      if (owner === undefined || isRandom || refersToAccount) return false;
      return !columns.includes(accountColumnOf(owner) ?? '');
    })
    .map(({ name }) => name);
  expect(exceptions).toEqual(Object.keys(acrossAccounts).toSorted());
});
