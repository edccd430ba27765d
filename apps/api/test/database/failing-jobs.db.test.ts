import { silentLog } from '@comet/foundation/log';
import type { TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { waitingJobs } from '../../src/features/monitoring/metrics.store.ts';
import { jobsCommand } from '../../src/features/retries/index.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { failingJobs } from '../../src/platform/jobs/failing-jobs.ts';
import { jobKind, type Jobs, startJobs } from '../../src/platform/jobs/jobs.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';

const flaky = jobKind<{ name: string }>('test.flaky', { retries: 3, firstPause: 3600 });
const last = jobKind<{ name: string }>('test.last', { retries: 0, firstPause: 1 });

let database: TestDatabase;
let db: Database;
let jobs: Jobs;
const ran: string[] = [];
let fails = true;
/** The list before a worker has created the queue. */
let withoutQueue: Awaited<ReturnType<typeof failingJobs>> | null = null;
beforeAll(async () => {
  database = await createMigratedDatabase();
  db = openDatabase(database.url, { connections: 8, onError: () => undefined });
  withoutQueue = await failingJobs(db, 10);
  jobs = await startJobs({ databaseUrl: database.url, log: silentLog });
  const run = ({ name }: { readonly name: string }) => {
    ran.push(name);
    return fails ? Promise.reject(new Error(`no ${name} today`)) : Promise.resolve();
  };
  await jobs.work(flaky, run);
  await jobs.work(last, run);
});
afterAll(async () => {
  await jobs.stop();
  await db.destroy();
  await database.drop();
});

const clock = { now: () => new Date('2026-11-28T12:00:00Z') };
const command = (...words: string[]) => jobsCommand({ db, clock, operator: 'ada' }, words);
const failed = async (kind: string) => (await failingJobs(db, 50)).filter((job) => job.kind === kind);
const enqueue = (kind: typeof flaky, ...names: string[]) =>
  db.transaction().execute(async (trx) => {
    for (const name of names) await jobs.enqueue(trx, kind, { name });
  });
const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000 });

test('lists failed jobs with their error, with and without an attempt left', async () => {
  expect(withoutQueue).toEqual([]);
  await enqueue(flaky, 'ada');
  await enqueue(last, 'bob');
  await waitFor(async () => {
    expect(await failed('test.flaky')).toMatchObject([{ error: 'no ada today', attempts: 1 }]);
    expect(await failed('test.last')).toMatchObject([{ error: 'no bob today', attempts: 1, retryAt: null }]);
  });
  expect(await command('list')).toContain('no bob today');
  // They wait for an operator: an alert about stuck workers must not count them.
  const waiting = await waitingJobs(db);
  expect(waiting.map(({ kind }) => kind)).toContain('test.last');
  expect(waiting.map(({ kind }) => kind)).not.toContain('failed-jobs');
});

test('concurrent retries of one job run it once, and an exhausted job begins again', async () => {
  fails = false;
  for (const kind of ['test.flaky', 'test.last']) {
    const [job] = await failed(kind);
    const before = ran.length;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => command('retry', job?.id ?? '')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await waitFor(async () => {
      expect(ran).toHaveLength(before + 1);
      expect(await failed(kind)).toEqual([]);
    });
  }
  const lines = await db.selectFrom('operatorActions').select(['action', 'operator']).execute();
  expect(lines).toEqual(Array.from({ length: 2 }, () => ({ action: 'retry_job', operator: 'ada' })));
});

test('retries and discards all jobs of a kind, each once', async () => {
  fails = true;
  await enqueue(last, 'carol', 'dave', 'erin');
  await waitFor(async () => expect(await failed('test.last')).toHaveLength(3));
  fails = false;
  const before = ran.length;
  const retries = await Promise.allSettled([1, 2, 3].map(() => command('retry', 'test.last')));
  expect(retries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))).toEqual([
    '3 jobs run now.',
  ]);
  await waitFor(async () => {
    expect(ran.slice(before).toSorted()).toEqual(['carol', 'dave', 'erin']);
    expect(await failed('test.last')).toEqual([]);
  });
  fails = true;
  await enqueue(flaky, 'frank', 'grace');
  await waitFor(async () => expect(await failed('test.flaky')).toHaveLength(2));
  await expect(command('discard', 'test.flaky')).rejects.toThrow('--reason');
  const discards = await Promise.allSettled(
    [1, 2].map(() => command('discard', 'test.flaky', '--reason', 'the accounts are gone')),
  );
  expect(discards.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await failed('test.flaky')).toEqual([]);
  const { rows } = await sql<{ details: object }>`
    select details from operator_actions where action = 'discard_job'`.execute(db);
  expect(rows).toEqual([{ details: { job: 'test.flaky', jobs: 2, reason: 'the accounts are gone' } }]);
});

test('refuses an unknown job', async () => {
  for (const wrong of ['test.nothing', '00000000-0000-4000-8000-000000000000'])
    await expect(command('retry', wrong)).rejects.toThrow('nothing was changed');
  await expect(command('retry', "x' or true")).rejects.toThrow('Not the id or kind');
});
