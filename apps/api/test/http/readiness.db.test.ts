import { createMetrics } from '@comet/observability';
import { scrape } from '@comet/observability/scrape';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { openDatabase, openQuickStatements } from '../../src/platform/database/database.ts';
import { migrations } from '../../src/platform/database/migrate.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

/** From another process, since results are cached for some seconds. Its metric must agree. */
async function probe(changed: Partial<ApiUnderTest['dependencies']> = {}) {
  const metrics = createMetrics();
  const app = await createApp({ ...under.dependencies, ...changed, metrics });
  const { statusCode, body } = await app.inject('/readyz');
  expect(await scrape(metrics, 'comet_api_ready')).toEqual([`comet_api_ready ${statusCode === 200 ? 1 : 0}`]);
  await app.close();
  return { status: statusCode, json: JSON.parse(body) as unknown, body };
}

/** Runs `work` while a statement is in effect, and undoes it. */
async function during<T>(statement: string, undo: string, work: () => Promise<T>): Promise<T> {
  const { db } = under.dependencies;
  await sql.raw(statement).execute(db);
  try {
    return await work();
  } finally {
    await sql.raw(undo).execute(db);
  }
}

test('a ready process states each check', async () => {
  expect(await probe()).toMatchObject({
    status: 200,
    json: { status: 'ready', checks: { database: 'ok', schema: 'ok', writes: 'ok', keys: 'ok' } },
  });
});

test('a draining process is not ready, serves requests and closes their connections', async () => {
  const app = await createApp({ ...under.dependencies, draining: AbortSignal.abort() });
  const responses = await Promise.all(
    ['/readyz', '/healthz', '/api/v1/plans'].map((path) => app.inject(path)),
  );
  await app.close();
  expect(responses.map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual([
    [503, 'close'],
    [200, 'close'],
    [200, 'close'],
  ]);
  expect(responses[0]?.json()).toEqual({ status: 'draining' });
});

test('a process that drains because of its clock says so', async () => {
  const { status, json } = await probe({ draining: AbortSignal.abort('The clock is wrong') });
  expect([status, json]).toEqual([503, { status: 'draining', reason: 'The clock is wrong' }]);
});

test('a database that lacks a migration is named with both versions', async () => {
  const last = Object.keys(migrations).at(-1) ?? '';
  const response = await during(
    `delete from kysely_migration where name = '${last}'`,
    `insert into kysely_migration (name, timestamp) values ('${last}', now()::text)`,
    probe,
  );
  expect(response.status).toBe(503);
  expect(response.json).toEqual({
    status: 'not ready',
    checks: {
      database: 'ok',
      schema: expect.stringMatching(
        new RegExp(
          `^The database's schema is at version \\S+ and this release needs ${last} \\(1 missing\\)`,
        ),
      ) as string,
      writes: 'not checked',
      keys: 'not checked',
    },
  });
});

test('a read-only database is not ready', async () => {
  const response = await during(
    `create function refuse_to_write() returns trigger language plpgsql as
      $$ begin raise exception 'full' using errcode = '53100'; end $$;
     create trigger full_disk before insert or update on rate_counters
      for each row execute function refuse_to_write()`,
    'drop function refuse_to_write() cascade',
    probe,
  );
  expect(response).toMatchObject({
    status: 503,
    json: {
      checks: { database: 'ok', writes: 'The database cannot write: its disk is full, or it is read-only' },
    },
  });
});

test('keys that were rotated since the start are reported; other keys are not ready', async () => {
  const restore =
    'update key_fingerprints set fingerprint = saved.fingerprint from saved where saved.file = key_fingerprints.file';
  await sql.raw('create table saved as select * from key_fingerprints').execute(under.dependencies.db);
  const rotated = await during(
    `update key_fingerprints set fingerprint = (select fingerprint from saved where file = 'ticket-next.pem')
      where file = 'ticket.pem';
     update key_fingerprints set fingerprint = '${'0'.repeat(32)}' where file = 'ticket-next.pem'`,
    restore,
    probe,
  );
  expect(rotated).toMatchObject({
    status: 200,
    json: {
      status: 'ready',
      checks: { keys: 'ticket.pem, ticket-next.pem were rotated: restart this process' },
    },
  });
  const other = await during(
    `update key_fingerprints set fingerprint = '${'1'.repeat(32)}' where file = 'seal.key'`,
    `${restore}; drop table saved`,
    probe,
  );
  expect(other).toMatchObject({
    status: 503,
    json: { checks: { writes: 'ok', keys: 'The loaded keys are not those of this database' } },
  });
});

test('an unreachable database is reported without its address', async () => {
  const nowhere = 'postgres://comet:secret@127.0.0.1:1/none';
  const db = openDatabase(nowhere, { connections: 1, onError: () => undefined });
  const quick = openQuickStatements(nowhere, { onError: () => undefined });
  const response = await probe({ db, quick });
  expect(response).toMatchObject({
    status: 503,
    json: { status: 'not ready', checks: { database: 'The database does not respond' } },
  });
  expect(response.body).not.toMatch(/secret|127\.0\.0\.1/);
  await quick.close();
  await db.destroy();
});
