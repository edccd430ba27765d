import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { silentLog } from '@comet/foundation/log';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { type Jobs, startJobs } from '../../src/platform/jobs/jobs.ts';

let database: TestDatabase;
let db: Database;
let jobs: Jobs;
/** Starts tasks as pg-boss does at their time. */
let starter: PgBoss;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, { connections: 4, onError: () => undefined });
  jobs = await startJobs({ databaseUrl: database.url, log: silentLog });
  starter = new PgBoss({ connectionString: database.url, supervise: false, schedule: false });
  await starter.start();
});
afterAll(async () => {
  await starter.stop({ graceful: false });
  await jobs.stop();
  await db.destroy();
  await database.drop();
});

const never = '0 0 1 1 *';

test('a failing and a hanging task do not stop the others, which run again', async () => {
  const { promise: hangs, resolve: release } = Promise.withResolvers<void>();
  const begun = { failing: 0, hanging: 0, working: 0 };
  await jobs.schedule([
    {
      ...{ name: 'failing', cron: never },
      run() {
        begun.failing += 1;
        return Promise.reject(new Error('it fails'));
      },
    },
    {
      ...{ name: 'hanging', cron: never },
      run() {
        begun.hanging += 1;
        return hangs;
      },
    },
    {
      ...{ name: 'working', cron: never },
      run() {
        begun.working += 1;
        return Promise.resolve();
      },
    },
  ]);
  for (const name of ['failing', 'hanging']) await starter.send(name, {});
  await vi.waitFor(() => expect(begun).toMatchObject({ failing: 1, hanging: 1 }), { timeout: 60_000 });
  for (let runs = 1; runs <= 3; runs += 1) {
    await starter.send('working', {});
    await vi.waitFor(() => expect(begun.working).toBe(runs), { timeout: 60_000 });
  }
  const { rows } = await sql<{ name: string; state: string }>`
    select name, state::text from pgboss.job where name in ('failing', 'hanging') order by name`.execute(db);
  expect(rows).toEqual([
    { name: 'failing', state: 'failed' },
    { name: 'hanging', state: 'active' },
  ]);
  // The failed one is not retried, but runs at its next time.
  await starter.send('failing', {});
  await vi.waitFor(() => expect(begun.failing).toBe(2), { timeout: 60_000 });
  release();
}, 120_000);

test('removes the schedules of tasks that earlier releases had', async () => {
  await starter.createQueue('every-hour');
  await starter.schedule('every-hour', never);
  await jobs.schedule([{ name: 'working', cron: never, run: () => Promise.resolve() }]);
  const names = (await starter.getSchedules()).map(({ name }) => name);
  expect(names).toContain('working');
  expect(names).not.toContain('every-hour');
});
