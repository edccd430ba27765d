import type { TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { createPartitions } from '../../src/platform/database/partitions/create-partitions.ts';
import { deleteExpired } from '../../src/platform/database/partitions/delete-expired.ts';
import { coveredUntil, partitionsOf } from '../../src/platform/database/partitions/partitions.store.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';

let database: TestDatabase;
let db: Database;
const open = () => openDatabase(database.url, { connections: 4, onError: () => undefined });
beforeEach(async () => {
  database = await createMigratedDatabase();
  db = open();
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

/** Years after the first partition of a migration that was just applied. */
const now = new Date('2041-03-15T12:00:00.000Z');
const gateway = '00000000-0000-7000-8000-000000000001';

/** Rows of `gateway_hours` without their gateway: the foreign key is not what is tested. */
const addHours = (...hours: readonly string[]) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const hour of hours)
      await sql`
        insert into gateway_hours (gateway_id, hour, reports, max_peers) values (${gateway}, ${hour}, 1, 1)
        on conflict (gateway_id, hour) do update set reports = gateway_hours.reports + 1`.execute(trx);
  });

async function hoursIn(): Promise<readonly { readonly part: string; readonly reports: number }[]> {
  const { rows } = await sql<{ part: string; reports: number }>`
    select tableoid::regclass::text as part, reports from gateway_hours order by hour`.execute(db);
  return rows;
}

const expire = (before: Date) =>
  deleteExpired(db, {
    ...{ table: 'gateway_hours', rows: 'gatewayHours', key: ['gatewayId', 'hour'], by: 'hour', before },
  });

/** Runs `work` while another transaction uses the table. */
async function whileInUse<T>(table: string, work: () => Promise<T>): Promise<T> {
  const other = open();
  const ending = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const using = other.transaction().execute(async (trx) => {
    await sql`select count(*) from ${sql.table(table)}`.execute(trx);
    began.resolve();
    await ending.promise;
  });
  await began.promise;
  try {
    return await work();
  } finally {
    ending.resolve();
    await using;
    await other.destroy();
  }
}

describe('partitions of the coming months', () => {
  test('are created once by concurrent replicas, for this month and three more', async () => {
    const replicas = [open(), open(), open()];
    const created = await Promise.all(replicas.map((replica) => createPartitions(replica, now)));
    await Promise.all(replicas.map((replica) => replica.destroy()));
    const months = ['2041_03', '2041_04', '2041_05', '2041_06'];
    expect(created.flat().toSorted()).toEqual(
      ['email_links', 'exit_days', 'gateway_hours'].flatMap((table) =>
        months.map((month) => `${table}_${month}`),
      ),
    );
    expect(await createPartitions(db, now)).toEqual([]);
    expect((await coveredUntil(db)).map(({ until }) => until.toISOString())).toEqual(
      Array.from({ length: 3 }, () => '2041-07-01T00:00:00.000Z'),
    );
  });

  test('take the rows of their months, and the default partition those of the others', async () => {
    await createPartitions(db, now);
    await addHours('2041-03-31T23:00Z', '2041-04-01T00:00Z', '2041-04-01T00:00Z', '2041-09-01T00:00Z');
    expect(await hoursIn()).toEqual([
      { part: 'gateway_hours_2041_03', reports: 1 },
      { part: 'gateway_hours_2041_04', reports: 2 },
      { part: 'gateway_hours_default', reports: 1 },
    ]);
  });

  test('are not created where the default partition has rows of the month, which stay there', async () => {
    await addHours('2041-03-10T00:00Z');
    expect(await createPartitions(db, now)).not.toContain('gateway_hours_2041_03');
    await addHours('2041-03-10T00:00Z', '2041-04-10T00:00Z');
    expect(await hoursIn()).toEqual([
      { part: 'gateway_hours_default', reports: 2 },
      { part: 'gateway_hours_2041_04', reports: 1 },
    ]);
  });

  test('are left to the next run while a table is locked, which the task reports', async () => {
    await whileInUse('gateway_hours_default', async () => {
      await expect(createPartitions(db, now)).rejects.toThrow(
        'gateway_hours: there is no partition for the next month',
      );
    });
    expect(await createPartitions(db, now)).toHaveLength(4);
  });
});

describe('rows whose time is over', () => {
  test('are dropped with their month, and deleted from the first and the default partition', async () => {
    await createPartitions(db, now);
    const first = (await partitionsOf(db, 'gateway_hours'))[0]?.name ?? '';
    const old = '2020-05-01T00:00Z';
    await addHours(old, '2041-03-02T00:00Z', '2041-04-02T00:00Z', '2041-05-02T00:00Z', '2040-01-01T00:00Z');
    // The first partition has also later months.
    await sql`delete from gateway_hours where hour = ${old}`.execute(db);
    expect(await expire(new Date('2041-04-30T00:00Z'))).toEqual({
      ...{ dropped: [first, 'gateway_hours_2041_03'], deleted: 1 },
    });
    expect((await hoursIn()).map(({ part }) => part)).toEqual([
      ...['gateway_hours_2041_04', 'gateway_hours_2041_05'],
    ]);
    expect(await expire(new Date('2041-04-30T00:00Z'))).toEqual({ dropped: [], deleted: 0 });
  });

  test('are deleted from the first partition while it has later months', async () => {
    const [first] = await partitionsOf(db, 'gateway_hours');
    const kept = new Date((first?.end.getTime() ?? 0) - 3600 * 1000);
    await addHours('2020-05-01T00:00Z', kept.toISOString());
    expect(await expire(new Date('2020-06-15T00:00Z'))).toEqual({ dropped: [], deleted: 1 });
    expect(await hoursIn()).toEqual([{ part: first?.name, reports: 1 }]);
  });

  test('stay until the next run while their partition is in use, and no statement waits longer', async () => {
    await createPartitions(db, now);
    await addHours('2041-03-02T00:00Z');
    await whileInUse('gateway_hours', async () => {
      expect(await expire(new Date('2041-04-30T00:00Z'))).toEqual({ dropped: [], deleted: 0 });
    });
    expect((await expire(new Date('2041-04-30T00:00Z'))).dropped).toContain('gateway_hours_2041_03');
    expect(await hoursIn()).toEqual([]);
  });
});

test('a condition on the time reads the partitions of that time only', async () => {
  await createPartitions(db, now);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select carried_bytes from exit_days where exit_id = ${gateway} and day >= '2041-05-01' and day < '2041-06-01'`.execute(
    db.withoutPlugins(),
  );
  const read = rows.flatMap((row) => /on (exit_days\w*)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  expect([...new Set(read)]).toEqual(['exit_days_2041_05']);
});
