import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { silentLog } from '@comet/foundation/log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { jobKind, type Jobs, startJobs } from '../../src/platform/jobs/jobs.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import type { Mailer } from '../../src/platform/mail/mailer.ts';
import { createOutbox, deliverOutbox } from '../../src/platform/mail/outbox.ts';

const greet = jobKind<{ name: string }>('test.greet', { retries: 3, firstPause: 1 });

let database: TestDatabase;
let db: Database;
let jobs: Jobs;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, { connections: 4, onError: () => undefined });
  jobs = await startJobs({ databaseUrl: database.url, log: silentLog });
});
afterAll(async () => {
  await jobs.stop();
  await db.destroy();
  await database.drop();
});

test('a job exists if and only if the transaction that enqueued it is committed', async () => {
  const greeted: string[] = [];
  await jobs.work(greet, async ({ name }) => void greeted.push(name));
  const dropped = db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, greet, { name: 'nobody' });
    throw new Error('rolled back');
  });
  await expect(dropped).rejects.toThrow('rolled back');
  await db.transaction().execute((trx) => jobs.enqueue(trx, greet, { name: 'Ada' }));
  await vi.waitFor(() => expect(greeted).toEqual(['Ada']), { timeout: 30_000 });
});

test('another process runs the job of a killed one after two minutes, not after its expiry', async () => {
  const abandoned = jobKind<{ name: string }>('test.abandoned', { retries: 3, firstPause: 1 });
  await db.transaction().execute((trx) => jobs.enqueue(trx, abandoned, { name: 'Ada' }));
  // As a process leaves it that was killed while it ran the job.
  const taken = await sql`
    update pgboss.job set state = 'active', started_on = now() - interval '121 seconds',
      heartbeat_on = now() - interval '121 seconds'
    where name = 'test.abandoned' returning id`.execute(db);
  expect(taken.rows).toHaveLength(1);
  const greeted: string[] = [];
  await jobs.work(abandoned, async ({ name }) => void greeted.push(name));
  await vi.waitFor(() => expect(greeted).toEqual(['Ada']), { timeout: 150_000 });
}, 180_000);

test('sends a queued mail through the mailer, retries after a failure, and stores it encrypted', async () => {
  const sealer = createSealer(new Uint8Array(32));
  const outbox = createOutbox(jobs, sealer);
  const email = { subject: 'S', preview: 'P', heading: 'H', paragraphs: ['secret words'], footnote: 'F' };
  await db.transaction().execute((trx) => outbox.post(trx, 'a@example.com', email));
  const waiting = await sql<{ data: object }>`select data from pgboss.job where name = 'mail.send'`.execute(
    db,
  );
  expect(JSON.stringify(waiting.rows)).toContain('sealed');
  expect(JSON.stringify(waiting.rows)).not.toMatch(/secret words|a@example/);
  const sent: string[] = [];
  let tries = 0;
  const mailer: Mailer = {
    async send(to, rendered) {
      tries += 1;
      if (tries === 1) throw new Error('the mail server is away');
      sent.push(`${to}: ${rendered.text}`);
    },
    close: () => undefined,
  };
  await deliverOutbox(jobs, sealer, mailer, () => Promise.resolve([]));
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 30_000 });
  expect(sent[0]).toContain('secret words');
}, 20_000);

describe('with many queued mails', () => {
  const sealer = createSealer(new Uint8Array(32));
  const email = { subject: 'S', preview: 'P', heading: 'H', paragraphs: ['words'], footnote: 'F' };
  let own: TestDatabase;
  let store: Database;
  let queue: Jobs;
  beforeEach(async () => {
    own = await createDatabase();
    store = openDatabase(own.url, { connections: 4, onError: () => undefined });
    queue = await startJobs({ databaseUrl: own.url, log: silentLog });
    const outbox = createOutbox(queue, sealer);
    await store.transaction().execute(async (trx) => {
      for (let at = 0; at < 40; at += 1) await outbox.post(trx, `${at}@example.com`, email);
      await outbox.post(trx, 'owner@example.com', { ...email, priority: 'security' });
    });
  });
  afterEach(async () => {
    await queue.stop();
    await store.destroy();
    await own.drop();
  });

  test('sends sixteen concurrently, and retries only the one that failed', async () => {
    const sent: string[] = [];
    const waiting: PromiseWithResolvers<void>[] = [];
    const mailer: Mailer = {
      async send(to) {
        sent.push(to);
        if (to === '3@example.com' && sent.indexOf(to) === sent.length - 1) throw new Error('refused once');
        if (sent.length > 16) return;
        const turn = Promise.withResolvers<void>();
        waiting.push(turn);
        if (sent.length === 16) for (const { resolve } of waiting) resolve();
        await turn.promise;
      },
      close: () => undefined,
    };
    await deliverOutbox(queue, sealer, mailer, () => Promise.resolve([]));
    await vi.waitFor(() => expect(new Set(sent)).toHaveLength(41), { timeout: 30_000 });
    await vi.waitFor(() => expect(sent).toHaveLength(42), { timeout: 30_000 });
    expect(sent.filter((to) => to === '3@example.com')).toHaveLength(2);
  }, 60_000);

  test('sends security mail while the mail server hangs with all other mail', async () => {
    const sent: string[] = [];
    const { promise: away, resolve: comeBack } = Promise.withResolvers<void>();
    const outbox = createOutbox(queue, sealer);
    const mailer: Mailer = {
      async send(to) {
        if (to.startsWith('owner')) return void sent.push(to);
        await away;
      },
      close: () => undefined,
    };
    await deliverOutbox(queue, sealer, mailer, () => Promise.resolve([]));
    await vi.waitFor(() => expect(sent).toEqual(['owner@example.com']), { timeout: 30_000 });
    await store
      .transaction()
      .execute((trx) => outbox.post(trx, 'owner-later@example.com', { ...email, priority: 'security' }));
    await vi.waitFor(() => expect(sent).toContain('owner-later@example.com'), { timeout: 30_000 });
    comeBack();
  }, 60_000);
});
