import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

/**
 * Returns the foreign keys, as `table.constraint`, without an index that begins with their columns. An index of the rows in which the column is
 * not null is one: the trigger of a deletion searches for a value.
 */
async function keysWithoutIndex(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || '.' || conname as key from pg_constraint as key
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index as index
      where index.indrelid = key.conrelid and index.indisvalid
        and (index.indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey
        and (index.indpred is null or pg_get_expr(index.indpred, index.indrelid) in (
          select format('(%I IS NOT NULL)', attname) from pg_attribute
          where attrelid = key.conrelid and attnum = any (key.conkey)))
    ) order by 1`.execute(db.withoutPlugins());
  return rows.map(({ key }) => key);
}

test('every foreign key has an index', async () => {
  expect(await keysWithoutIndex(under.dependencies.db)).toEqual([]);
});

test('a foreign key whose index is missing is found', async () => {
  const { db } = under.dependencies;
  const found = await db.transaction().execute(async (trx) => {
    await sql`drop index subscription_grants_subscription`.execute(trx);
    return keysWithoutIndex(trx);
  });
  expect(found).toEqual(['subscription_grants.subscription_grants_subscription_id_fkey']);
});
