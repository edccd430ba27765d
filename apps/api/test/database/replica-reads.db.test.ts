import { api } from '@comet/contract';
import { type DisposableServer, startDisposableServer } from '@comet/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { openReplicaReads, type ReplicaReads } from '../../src/platform/database/replica-reads.ts';
import { endpoints } from '../asvs/every-endpoint.ts';
import { startApi } from '../fixture/api-fixture.ts';

let primary: DisposableServer;
let replica: DisposableServer;
let db: Database;
let reads: ReplicaReads;
const changes: boolean[] = [];
beforeAll(async () => {
  primary = await startDisposableServer();
  db = openDatabase(primary.url, { connections: 4, onError: () => undefined });
  await sql`create table plans (name text)`.execute(db);
  replica = await primary.startReplica();
  reads = openReplicaReads(db, replica.url, {
    ...{ connections: 4, onError: () => undefined },
    onChange: (isUsed) => void changes.push(isUsed),
  });
});
const untilUsed = (isUsed: boolean) => vi.waitUntil(() => reads.isUsed() === isUsed, { timeout: 20_000 });
beforeEach(() => untilUsed(true));
afterAll(async () => {
  await reads.close();
  await db.destroy();
  await primary.stop();
});

const isReplica = async () => {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(reads.db);
  return rows[0]?.is;
};
const onReplica = async (statement: string) => {
  const client = new pg.Client({ connectionString: replica.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

test('reads go to the replica, and see what was written', async () => {
  expect(await isReplica()).toBe(true);
  await sql`insert into plans values ('yearly')`.execute(db);
  await vi.waitFor(async () => {
    const { rows } = await sql<{ name: string }>`select name from plans`.execute(reads.db);
    expect(rows).toEqual([{ name: 'yearly' }]);
  });
});

test('a replica that replays nothing for more than a second is not read, until it has caught up', async () => {
  await onReplica('select pg_wal_replay_pause()');
  await sql`insert into plans values ('late')`.execute(db);
  await untilUsed(false);
  const { rows } = await sql<{ name: string }>`select name from plans where name = 'late'`.execute(reads.db);
  expect(rows).toHaveLength(1);
  expect(await isReplica()).toBe(false);
  await onReplica('select pg_wal_replay_resume()');
  await untilUsed(true);
  expect(await isReplica()).toBe(true);
});

test('a paused replica of an idle primary stays in use: it lacks nothing', async () => {
  await onReplica('select pg_wal_replay_pause()');
  for (let times = 0; times < 5; times += 1) await reads.check();
  expect(reads.isUsed()).toBe(true);
  await onReplica('select pg_wal_replay_resume()');
});

test('reads in progress are repeated at the primary when the replica is killed, and return to it', async () => {
  const before = changes.length;
  const inProgress = sql<{ is: boolean }>`select pg_is_in_recovery() as is from pg_sleep(1)`.execute(
    reads.db,
  );
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event = 'PgSleep'`.execute(reads.db);
    expect(rows).toHaveLength(1);
  });
  expect(await isReplica()).toBe(true);
  await replica.kill();
  expect((await inProgress).rows).toEqual([{ is: false }]);
  expect(await Promise.all(Array.from({ length: 20 }, isReplica))).toEqual(
    Array.from({ length: 20 }, () => false),
  );
  await replica.restart();
  await untilUsed(true);
  expect(await isReplica()).toBe(true);
  expect(changes.slice(before).at(-1)).toBe(true);
});

test('only endpoints that may lag, which every caller reads alike, are read from the replica', async () => {
  const marked = endpoints.filter(([, endpoint]) => 'mayLag' in endpoint);
  expect(marked.map(([name]) => name).toSorted()).toEqual(
    [
      'listLocations',
      'listPlans',
      'listPrices',
      'showCoverage',
      'showStatusHistory',
      'statusFeed',
    ].toSorted(),
  );
  expect(marked.filter(([, { method, caller }]) => method !== 'GET' || caller !== 'anyone')).toEqual([]);
  const under = await startApi();
  let statements = 0;
  const counted = openDatabase(under.dependencies.settings.databaseUrl, {
    ...{ connections: 2, onError: () => undefined },
    onStatement: () => void (statements += 1),
  });
  const app = await createApp({ ...under.dependencies, reads: counted });
  const open = endpoints.filter(
    ([, { method, caller, path }]) => method === 'GET' && caller === 'anyone' && !path.includes('{'),
  );
  for (const [name, { path }] of open) {
    statements = 0;
    await app.inject({ url: path });
    expect([name, statements > 0]).toEqual([name, marked.some(([other]) => other === name)]);
  }
  expect(open.map(([name]) => name)).toContain('showStatus');
  expect(api.showStatus).not.toHaveProperty('mayLag');
  await app.close();
  await counted.destroy();
  await under.stop();
});
