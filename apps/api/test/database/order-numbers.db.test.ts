import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOrder } from '../../src/features/orders/index.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrations } from '../../src/platform/database/migrate.ts';
import { createMissingFunctions } from '../../src/platform/database/missing-functions.ts';

const existing = 25_000;
const format = /^CV-[0-9A-HJKMNP-TV-Z]{6}$/;
const now = new Date('2026-11-28T12:00:00Z');
let database: TestDatabase;
let db: Database;

/** Inserts orders as the previous release does: without a number. */
const insertFormerOrders = (count: number) => sql`
  insert into orders (user_id, kind, item, state, currency, total_amount, lines, created_at)
  select id, 'residential_data', '{"kind": "residential_data", "gigabytes": 5}', 'draft', 'USD', 1745, '[]', now()
  from users, generate_series(1, ${count})`;

beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, { connections: 8, onError: () => undefined });
  const plain = db.withoutPlugins();
  await createMissingFunctions(plain);
  for (const [name, step] of Object.entries(migrations)) if (name < '0070') await step.up(plain);
  await sql`insert into users (email, created_at) values ('ada@mail.example', now())`.execute(db);
  await insertFormerOrders(existing).execute(db);
  await migrations['0070-order-numbers']?.up(plain);
  // Between the migrations, orders have numbers by default.
  await insertFormerOrders(2).execute(db);
  await migrations['0071-order-number-backfill']?.up(plain);
  await migrations['0072-order-number-required']?.up(plain);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const newOrder = async () => {
  const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const item = { kind: 'residential_data', gigabytes: 5 } as const;
  return { userId, item, quote: { lines: [], total: 1745 }, currency: 'USD', now };
};

test('gives each existing order a number of its own', async () => {
  const numbers = (await db.selectFrom('orders').select('number').execute()).map(({ number }) => number);
  expect(numbers).toHaveLength(existing + 2);
  expect(new Set(numbers).size).toBe(existing + 2);
  expect(numbers.filter((number) => !format.test(number))).toEqual([]);
});

test('numbers the orders of the previous release', async () => {
  await insertFormerOrders(3).execute(db);
  const unnumbered = await sql`select from orders where number is null`.execute(db);
  expect(unnumbered.rows).toEqual([]);
});

test('orders created at the same time have different numbers', async () => {
  const order = await newOrder();
  const created = await Promise.all(Array.from({ length: 60 }, () => insertOrder(db, order)));
  expect(new Set(created.map(({ number }) => number)).size).toBe(60);
});

test('chooses another number if another transaction has taken it at the same time', async () => {
  const order = await newOrder();
  await sql`alter function new_order_number() rename to free_order_number`.execute(db);
  await sql`create sequence chosen_numbers`.execute(db);
  // The first two orders choose the same number, as if at the same moment.
  await sql`
    create function new_order_number() returns text language sql volatile as $$
      select case when nextval('chosen_numbers') <= 2 then 'CV-7K3M9Q' else free_order_number() end $$`.execute(
    db,
  );
  await sql`alter table orders alter column number set default new_order_number()`.execute(db);
  const [first, second] = await Promise.all([
    db.transaction().execute(async (trx) => {
      const inserted = await insertOrder(trx, order);
      await sql`select pg_sleep(0.2)`.execute(trx);
      return inserted;
    }),
    db.transaction().execute((trx) => insertOrder(trx, order)),
  ]);
  const numbers = [first.number, second.number];
  expect(numbers).toContain('CV-7K3M9Q');
  expect(new Set(numbers).size).toBe(2);
});

test('gives up if no number is free, and stores nothing', async () => {
  const order = await newOrder();
  await sql`
    create or replace function new_order_number() returns text language sql volatile as $$ select 'CV-7K3M9Q' $$`.execute(
    db,
  );
  await expect(insertOrder(db, order)).rejects.toThrow('No free order number');
  await expect(
    sql`update orders set number = 'CV-7K3M9O' where number = 'CV-7K3M9Q'`.execute(db),
  ).rejects.toThrow('orders_number_format');
});
