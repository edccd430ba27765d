import { createDatabase, type TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { jobKind, type Jobs, startJobs } from '../src/platform/jobs/jobs.ts';
import { createSealer } from '../src/platform/keys/seal.ts';
import type { Mailer } from '../src/platform/mail/mailer.ts';
import { createOutbox, deliverOutbox } from '../src/platform/mail/outbox.ts';

const greet = jobKind<{ name: string }>('test.greet', { retries: 3, firstPause: 1 });

let database: TestDatabase;
let db: Database;
let jobs: Jobs;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, { connections: 4, onError: () => undefined });
  jobs = await startJobs({ databaseUrl: database.url, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await jobs.stop();
  await db.destroy();
  await database.drop();
});

test('a job exists if and only if the transaction that asked for it is committed', async () => {
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

test('a letter leaves through the mailer, tries again when that fails, and waits sealed', async () => {
  const sealer = createSealer(new Uint8Array(32));
  const outbox = createOutbox(jobs, sealer);
  const letter = { subject: 'S', preview: 'P', heading: 'H', paragraphs: ['secret words'], footnote: 'F' };
  await db.transaction().execute((trx) => outbox.post(trx, 'a@example.com', letter));
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
