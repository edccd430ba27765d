import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrations } from '../../src/platform/database/migrate.ts';
import { createMissingFunctions } from '../../src/platform/database/missing-functions.ts';

const id = (digit: number): string => `0196c3a0-0000-7000-8000-00000000000${digit}`;
const [user, account, lease] = [id(1), id(2), id(3)];
let database: TestDatabase;
let db: Database;

/** Inserts rows as the previous release writes them; users and gateways are left out. */
const writeByFormerNames = (at: {
  readonly account: string;
  readonly lease: string;
  readonly fact: string;
}) => [
  sql`insert into data_purses (id, user_id, product, gateway_id, proxy_user_id)
    values (${at.account}, ${user}, 'residential_vpn', gen_random_uuid(), null) on conflict do nothing`,
  sql`insert into data_slices (id, purse_id, request, bytes, heard_at)
    values (${at.lease}, ${at.account}, gen_random_uuid(), 64, now())`,
  sql`update data_slices set used_bytes = 7, heard_at = now() where id = ${at.lease}`,
  sql`insert into posted_letters (user_id, kind, fact, posted_at) values (${user}, 'trial_ends', ${at.fact}, now())`,
];

beforeAll(async () => {
  database = await createDatabase();
  // One connection, so that the setting applies: references are not checked.
  db = openDatabase(database.url, { connections: 1, onError: () => undefined }).withoutPlugins();
  await createMissingFunctions(db);
  for (const [name, step] of Object.entries(migrations)) if (name < '0067') await step.up(db);
  await sql`set session_replication_role = replica`.execute(db);
  for (const write of writeByFormerNames({ account, lease, fact: '2026-11' })) await write.execute(db);
  await migrations['0067-quota-accounts']?.up(db);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const kept = async () => ({
  leases: (
    await sql`select lease.id, quota_account_id, used_bytes::int from data_quota_leases lease
      join data_quota_accounts account on account.id = quota_account_id order by lease.id`.execute(db)
  ).rows,
  emails: (await sql`select kind, fact from posted_emails order by fact`.execute(db)).rows,
});

test('keeps quota accounts, leases and posted emails under their new names', async () => {
  expect(await kept()).toEqual({
    leases: [{ id: lease, quota_account_id: account, used_bytes: 7 }],
    emails: [{ kind: 'trial_ends', fact: '2026-11' }],
  });
});

test('the previous release can read, lock and write by the former names', async () => {
  const more = { account: id(4), lease: id(5), fact: '2026-12' };
  for (const write of writeByFormerNames(more)) await write.execute(db);
  const locked = await sql`select purse_id from data_slices where id = ${lease} for update`.execute(db);
  expect(locked.rows).toEqual([{ purse_id: account }]);
  const after = await kept();
  expect([after.leases.length, after.emails.length]).toEqual([2, 2]);
});

test('leaves no constraint or index with a former name', async () => {
  const names = await sql<{ name: string }>`
    select conname as name from pg_constraint union all select indexname from pg_indexes where schemaname = 'public'`.execute(
    db,
  );
  expect(names.rows.filter(({ name }) => /purse|slice|letter/.test(name))).toEqual([]);
});
