import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate, migrations } from '../../src/platform/database/migrate.ts';
import { partitionedTables } from '../../src/platform/database/partitions/partitions.store.ts';
import type { Release } from '../../src/platform/database/schema-version.ts';

let database: TestDatabase;
let db: Database;
/** A process of the release before. */
let before: Database;
beforeEach(async () => {
  database = await createDatabase();
  const open = () => openDatabase(database.url, { connections: 2, onError: () => undefined });
  db = open();
  before = open();
  await migrate(db, releaseBefore);
  for (const statement of rows) await sql.raw(statement).execute(db.withoutPlugins());
});
afterEach(async () => {
  await db.destroy();
  await before.destroy();
  await database.drop();
});

const releaseBefore: Release = {
  migrations: Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0100')),
  runsFrom: '0097-job-mark-indexes',
};

const ids = { user: '01900000-0000-7000-8000-000000000001', gateway: '01900000-0000-7000-8000-000000000002' };
/** Of the report that is repeated. */
const hour = '2026-11-01T12:00:00Z';
const rows = [
  `insert into users (id, email, password_hash, created_at) values ('${ids.user}', 'ada@example.com', 'x', now())`,
  `insert into locations (code, country, country_name, city, type, latitude, longitude)
    values ('nl-ams', 'NL', 'Netherlands', 'Amsterdam', 'physical', 52, 4)`,
  `insert into gateways (id, location_code, credential_hash, wireguard_public_key, wireguard_port, door_port, ipv4, created_at)
    values ('${ids.gateway}', 'nl-ams', 'x', 'key', 51820, 443, '192.0.2.1', now())`,
  `insert into email_links (user_id, token_hash, created_at, expires_at, purpose)
    select '${ids.user}', sha256(n::text::bytea), now() - n * interval '1 hour', now(), 'verify' from generate_series(1, 5000) n`,
  `insert into gateway_hours (gateway_id, hour, reports, max_peers)
    select '${ids.gateway}', '${hour}'::timestamptz - n * interval '1 hour', 1, 1 from generate_series(0, 5000) n`,
];

/** Statements of the release before, as its repositories send them. */
const statements = {
  report: `insert into gateway_hours (gateway_id, hour, reports, max_peers, max_load_percent, max_bytes_per_second)
    values ('${ids.gateway}', '${hour}', 1, 7, null, null)
    on conflict (gateway_id, hour) do update set reports = gateway_hours.reports + 1, max_peers = greatest(gateway_hours.max_peers, excluded.max_peers)`,
  link: `insert into email_links (user_id, purpose, details, token_hash, created_at, expires_at, used_at)
    values ('${ids.user}', 'verify', null, sha256(gen_random_uuid()::text::bytea), now(), now() + interval '1 day', null)`,
  followed: `update email_links set used_at = now() where token_hash = sha256('1')`,
  expired: `update email_links set expires_at = created_at where user_id = '${ids.user}' and used_at is null and expires_at > now()`,
  cleaned: `with due as materialized (select id from email_links where expires_at < now() - interval '30 days'
      order by expires_at limit 500 for update skip locked)
    delete from email_links using due where email_links.id = due.id`,
} as const;

interface Stored {
  readonly name: string;
  readonly file: number;
  readonly parent: string | null;
  readonly valid: boolean;
}

/** The tables and indexes with rows of the partitioned tables, and the indexes of the whole table that they belong to. */
async function filesOf(pattern: string): Promise<readonly Stored[]> {
  const { rows: found } = await sql<Stored>`
    select c.relname as name, c.relfilenode::int as file, inhparent::regclass::text as parent, coalesce(indisvalid, true) as valid
    from pg_class c left join pg_inherits on inhrelid = c.oid left join pg_index on indexrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') and c.relname like ${pattern}
      and c.relname not like '%\\_default%'`.execute(db.withoutPlugins());
  return found;
}

test('the tables become the first partitions: no file is written anew, and no index is missing', async () => {
  const files = new Map<string, number>();
  for (const table of partitionedTables)
    for (const { name, file } of await filesOf(`${table}%`)) files.set(name, file);
  await migrate(db);
  for (const table of partitionedTables) {
    const after = await filesOf(`${table}%`);
    const first = after.find(({ name }) => name.startsWith(`${table}_before_`));
    expect(first?.file).toBe(files.get(table));
    const taken = after.filter(({ name, parent }) => parent !== null && name !== first?.name);
    const { rows: whole } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index where indrelid = ${table}::regclass`.execute(
      db,
    );
    expect(taken.flatMap(({ parent }) => parent ?? []).toSorted()).toEqual(
      whole.map(({ name }) => name).toSorted(),
    );
    expect(taken.every(({ valid }) => valid)).toBe(true);
    // Those of migration 0102 are built before, and the others are those of before.
    const built = taken.filter(({ name }) => !files.has(name)).map(({ name }) => name);
    expect(built.toSorted()).toEqual(
      table === 'email_links' ? ['email_links_created', 'email_links_id', 'email_links_token'] : [],
    );
    for (const { name, file } of taken) expect(files.get(name) ?? file).toBe(file);
  }
});

test('the release before writes and reads while they are partitioned, and afterwards', async () => {
  const failures: string[] = [];
  const counts = { report: 0, link: 0 };
  let isDone = false;
  const load = (async () => {
    while (!isDone)
      for (const [name, text] of Object.entries(statements)) {
        await sql
          .raw(text)
          .execute(before)
          .then(
            () => {
              if (name === 'report' || name === 'link') counts[name] += 1;
            },
            (error: unknown) => failures.push(`${name}: ${String(error)}`),
          );
      }
  })();
  await migrate(db);
  const atEnd = counts.link;
  await expect.poll(() => counts.link, { timeout: 30_000 }).toBeGreaterThan(atEnd + 5);
  isDone = true;
  await load;
  expect(failures).toEqual([]);
  const { rows: found } = await sql<{ reports: number; links: number }>`
    select (select sum(reports - 1)::int from gateway_hours) as reports,
      (select count(*)::int from email_links where details is null and created_at > now() - interval '30 minutes') as links`.execute(
    db,
  );
  expect(found).toEqual([{ reports: counts.report, links: counts.link }]);
});
