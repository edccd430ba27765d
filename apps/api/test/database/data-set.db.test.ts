import { createDatabase, type TestDatabase } from '@comet/testing';
import { dueRows, fillWithAccounts } from '@comet/testing/data-set';
import { afterAll, expect, test } from 'vitest';
import pg from 'pg';
import { prepareDatabase } from '../fixture/api-fixture.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const databases: TestDatabase[] = [];

afterAll(async () => {
  for (const { drop } of databases) await drop();
});

async function filled(seed: number): Promise<string> {
  const database = await createDatabase({ migrate: prepareDatabase, template: 'api' });
  databases.push(database);
  await fillWithAccounts(database.url, { accounts: 1000, seed, now, gateways: 4 });
  return database.url;
}

async function read<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const digest = `select md5(string_agg(row::text, ' ' order by row::text)) as digest from (
  select u.id, u.email, o.number, o.state, s.state, s.access_until, e.event_id
  from users u left join orders o on o.user_id = u.id left join subscriptions s on s.order_id = o.id
    left join provider_events e on e.transaction_id = o.paddle_transaction_id) row`;

test('every foreign key of the generated rows is satisfied', async () => {
  const url = await filled(1);
  const keys = await read<{ name: string; violated: string }>(
    url,
    `select conname as name, format('select count(*)::int as count from %s child where child.%I is not null
        and not exists (select from %s parent where parent.%I = child.%I)',
        conrelid::regclass, c.attname, confrelid::regclass, p.attname, c.attname) as violated
      from pg_constraint
      join pg_attribute c on c.attrelid = conrelid and c.attnum = conkey[1]
      join pg_attribute p on p.attrelid = confrelid and p.attnum = confkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const wrong: string[] = [];
  for (const { name, violated } of keys) {
    const [found] = await read<{ count: number }>(url, violated);
    if (found?.count !== 0) wrong.push(name);
  }
  expect(keys.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('fills every table that belongs to an account, in the proportions of the benchmark', async () => {
  const [{ url } = { url: '' }] = databases;
  const tables = await read<{ name: string; count: number }>(
    url,
    `select relname as name, (xpath('/row/count/text()', query_to_xml(format('select count(*) from %I', relname), false, true, '')))[1]::text::int as count
      from pg_class where not relispartition and oid in (select conrelid from pg_constraint where contype = 'f' and confrelid = 'users'::regclass)`,
  );
  expect(tables.filter(({ count }) => count === 0)).toEqual([]);
  const counts = new Map(tables.map(({ name, count }) => [name, count]));
  expect(counts.get('orders')).toBeGreaterThan(900);
  expect(counts.get('access_tokens')).toBeGreaterThan(1400);
  const due = await read(
    url,
    `select id from subscriptions where ended_at is null and access_until <= '${now.toISOString()}'`,
  );
  expect(due).toHaveLength(dueRows);
});

test('the same seed gives the same rows, and another seed gives others', async () => {
  const [first, again, other] = [databases[0]?.url ?? '', await filled(1), await filled(2)];
  const [{ digest: expected }] = (await read<{ digest: string }>(first, digest)) as [{ digest: string }];
  expect(await read(again, digest)).toEqual([{ digest: expected }]);
  expect(await read(other, digest)).not.toEqual([{ digest: expected }]);
});
