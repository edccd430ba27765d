import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from './index.ts';

const made: TestDatabase[] = [];

async function fresh(options: Parameters<typeof createDatabase>[0] = {}): Promise<TestDatabase> {
  const database = await createDatabase(options);
  made.push(database);
  return database;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

afterAll(async () => {
  await Promise.all(made.map((database) => database.drop()));
});

test('two databases share no data', async () => {
  const [one, other] = await Promise.all([fresh(), fresh()]);
  await ask(one.url, 'create table only_here (id int)');
  expect(await ask(other.url, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
});

test('concurrent callers migrate once, and every database is a migrated copy', async () => {
  let migrations = 0;
  const migrate = async (url: string): Promise<void> => {
    migrations += 1;
    await ask(url, 'create table seeded as select 42 as value');
  };
  const copies = await Promise.all([1, 2, 3].map(() => fresh({ migrate, template: 'values' })));
  expect(migrations).toBe(1);
  for (const copy of copies) expect(await ask(copy.url, 'select value from seeded')).toEqual([{ value: 42 }]);
});
