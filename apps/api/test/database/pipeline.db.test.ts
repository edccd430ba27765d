import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, openQuickStatements } from '../../src/platform/database/database.ts';
import type { Pipeline } from '../../src/platform/database/pipeline.ts';

const quiet = { onError: () => undefined };
const double = { name: 'double', text: 'select $1::int * 2 as twice, pg_backend_pid() as pid', isRead: true };

let database: TestDatabase;
let quick: Pipeline;
beforeAll(async () => {
  database = await createDatabase();
  quick = openQuickStatements(database.url, quiet);
});
afterAll(async () => {
  await quick.close();
  await database.drop();
});

const rows = (value: unknown) => quick.rows<{ twice: number; pid: number }>(double, [value]);

async function endBackend(pid: number | undefined): Promise<void> {
  const db = openDatabase(database.url, { connections: 1, ...quiet });
  await sql`select pg_terminate_backend(${pid})`.execute(db);
  await db.destroy();
}

test('pipelines many statements on one connection, each with its own result', async () => {
  const responses = await Promise.all(Array.from({ length: 200 }, (_, index) => rows(index)));
  expect(responses.map(([row]) => row?.twice)).toEqual(responses.map((_, index) => index * 2));
  expect(new Set(responses.map(([row]) => row?.pid)).size).toBe(1);
});

test('a failed statement does not fail the others', async () => {
  const [before, failed, after] = await Promise.allSettled([rows(1), rows('no number'), rows(2)]);
  expect([before.status, failed.status, after.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('repeats a read on a new connection after a broken one', async () => {
  const [first] = await rows(1);
  await endBackend(first?.pid);
  const [again] = await rows(21);
  expect(again?.twice).toBe(42);
  expect(again?.pid).not.toBe(first?.pid);
});

const gate = 7;
/** A statement that waits until the gate is open. */
const passing = { text: `select pg_backend_pid() as pid, pg_advisory_xact_lock_shared(${gate})` };

/** Returns the result of a statement that waits at the gate when its connection is ended; the gate opens afterwards. */
async function brokenAtTheGate<T>(begin: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  const db = openDatabase(database.url, { connections: 1, ...quiet });
  const waiting = sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  const settled = await db.connection().execute(async (recorder) => {
    await sql`select pg_advisory_lock(${gate})`.execute(recorder);
    const settling = Promise.allSettled([begin()]);
    await expect.poll(async () => (await waiting.execute(recorder)).rows.length).toBe(1);
    const [{ pid } = { pid: 0 }] = (await waiting.execute(recorder)).rows;
    await sql`select pg_terminate_backend(${pid}, 10000)`.execute(recorder);
    await sql`select pg_advisory_unlock(${gate})`.execute(recorder);
    return (await settling)[0];
  });
  await db.destroy();
  return settled;
}

test('completes a read that was pending when the connection broke', async () => {
  const [first] = await rows(1);
  const read = { ...passing, name: 'read', isRead: true };
  const settled = await brokenAtTheGate(() => quick.rows<{ pid: number }>(read, []));
  expect(settled).toMatchObject({ status: 'fulfilled', value: [{ pid: expect.any(Number) }] });
  expect(settled).not.toMatchObject({ value: [{ pid: first?.pid }] });
});

test('does not repeat a write', async () => {
  const write = { ...passing, name: 'write', isRead: false };
  expect(await brokenAtTheGate(() => quick.rows(write, []))).toMatchObject({ status: 'rejected' });
});
