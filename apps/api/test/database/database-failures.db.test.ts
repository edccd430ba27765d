import { randomBytes } from 'node:crypto';
import { api } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import {
  openDatabase,
  openQuickStatements,
  createDatabaseClock,
  maxClockDrift,
  WrongClock,
} from '../../src/platform/database/database.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

describe('a database whose disk is full', () => {
  test('reads succeed, writes get 503 with Retry-After, and the replica is not ready', async () => {
    const { db } = under.dependencies;
    const user = await makeUser(under);
    await sql`update access_tokens set last_used_at = last_used_at - interval '2 hours'`.execute(db);
    await sql`create function refuse_to_write() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      db,
    );
    for (const table of ['rate_counters', 'users', 'access_tokens', 'favorite_locations'])
      await sql`create trigger full_disk before insert or update on ${sql.table(table)}
        for each row execute function refuse_to_write()`.execute(db);
    expect((await under.call(api.currentUser, {}, user)).status).toBe(200);
    expect((await under.call(api.listPlans, {})).status).toBe(200);
    const body = { email: 'new@example.com', password: 'correct horse battery' };
    const written = await under.call(api.signUp, { body });
    expect(written.status).toBe(503);
    expect(Number(written.headers.get('retry-after'))).toBeGreaterThan(0);
    // The probe's result is cached for some seconds: another process has not been probed yet.
    const replica = await createApp(under.dependencies);
    expect((await replica.inject('/readyz')).statusCode).toBe(503);
    await replica.close();
    await sql`drop function refuse_to_write() cascade`.execute(db);
    const ready = await createApp(under.dependencies);
    expect((await ready.inject('/readyz')).statusCode).toBe(200);
    await ready.close();
  });

  test('if the server refuses more connections, requests share the open ones', async () => {
    const { db } = under.dependencies;
    const name = `two_connections_${randomBytes(4).toString('hex')}`;
    await sql`create role ${sql.id(name)} login password 'secret' connection limit 2`.execute(db);
    const url = new URL(under.dependencies.settings.databaseUrl);
    [url.username, url.password] = [name, 'secret'];
    const limited = openDatabase(url.href, { connections: 12, onError: () => undefined });
    try {
      await sql`select`.execute(limited);
      const queries = Array.from({ length: 24 }, () => sql`select pg_sleep(0.01)`.execute(limited));
      const outcomes = await Promise.allSettled(queries);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    } finally {
      await limited.destroy();
      await sql`drop role ${sql.id(name)}`.execute(db);
    }
  });

  test('limits apply within each process while no count can be written', async () => {
    const { db } = under.dependencies;
    await sql`create function refuse_to_count() returns trigger language plpgsql as $$
      begin raise exception 'full' using errcode = '53100'; end $$`.execute(db);
    await sql`create trigger full_disk before insert or update on rate_counters
      for each row execute function refuse_to_count()`.execute(db);
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const statuses: number[] = [];
    for (let at = 0; at < 61; at += 1)
      statuses.push((await under.call(api.callerAddress, {}, {}, from)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    await sql`drop function refuse_to_count() cascade`.execute(db);
  });
});

test('without its database, the API responds with 503 and Retry-After', async () => {
  const nowhere = 'postgres://127.0.0.1:1/none';
  const db = openDatabase(nowhere, { connections: 2, onError: () => undefined });
  const quick = openQuickStatements(nowhere, { onError: () => undefined });
  const app = await createApp({ ...under.dependencies, db, quick });
  for (const request of [
    { method: 'GET', url: api.listPlans.path },
    { method: 'GET', url: api.currentUser.path, headers: { authorization: 'Bearer abc' } },
  ] as const) {
    const response = await app.inject(request);
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ error: { code: 'service_unavailable' } });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  await app.close();
  await quick.close();
  await db.destroy();
});

test('every endpoint documents 503 in the OpenAPI document', async () => {
  const document = (await (await fetch(`${under.baseUrl}/api/docs/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
  };
  for (const path of Object.values(document.paths))
    for (const { responses } of Object.values(path)) expect(Object.keys(responses)).toContain('503');
});

describe('the clock of the database', () => {
  test('corrects the time of a replica whose clock is slightly wrong', async () => {
    const machine = manualClock(new Date(Date.now() - maxClockDrift / 2));
    const clock = createDatabaseClock(under.dependencies.db, machine);
    await clock.compare();
    const off = Math.abs(clock.now().getTime() - Date.now());
    expect(off).toBeLessThan(maxClockDrift / 2);
  });

  test.each([24 * 3600_000, -24 * 3600_000])('is right after the machine’s jumps by %i ms', async (jump) => {
    let offset = 0;
    const machine = { now: () => new Date(Date.now() + offset) };
    const clock = createDatabaseClock(under.dependencies.db, machine);
    await clock.compare();
    offset = jump;
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(maxClockDrift);
    await expect(clock.compare()).rejects.toThrow(WrongClock);
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(maxClockDrift);
  });

  test.each([
    ['a day ahead', 24 * 3600_000, /ahead of the database's/],
    ['a day behind', -24 * 3600_000, /behind the database's/],
    ['twice the maximum drift ahead', 2 * maxClockDrift, /ahead of the database's/],
  ])('refuses a clock that is %s', async (_case, offset, sentence) => {
    const clock = createDatabaseClock(under.dependencies.db, { now: () => new Date(Date.now() + offset) });
    await expect(clock.compare()).rejects.toThrow(WrongClock);
    await expect(clock.compare()).rejects.toThrow(sentence);
  });
});
