import { api } from '@comet/contract';
import { fillWithAccounts } from '@comet/testing/data-set';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { backgroundTasks } from '../fixture/background-tasks.ts';
import { createPartitions } from '../../src/platform/database/partitions/create-partitions.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { operatorConsoleSettings, useOperatorConsole } from '../operator/operator-console-fixture.ts';
import { makeSubject } from '../operator/refusal-subject.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { callEveryEndpoint, consolePaths, runLookUps } from './every-request.ts';
import { explainStatements, growingStatements, type RecordedPlan, recordPlans } from './recorded-plans.ts';

const small = 1000;
const large = 4000;
/** The plans of all statements, by the number of accounts. */
const recorded = new Map<number, readonly RecordedPlan[]>();
const recordedOfTasks = new Map<number, readonly RecordedPlan[]>();
const recordedWithoutIndexes = new Map<number, readonly RecordedPlan[]>();

describe.each([small, large])('with %i accounts', (accounts) => {
  let under: ApiUnderTest;
  let recorder: ReturnType<typeof recordPlans>;
  beforeAll(async () => {
    under = await startApi(operatorConsoleSettings);
    const { databaseUrl } = under.dependencies.settings;
    const sealed = createSealer(under.dependencies.keys.seal).seal('a password of the data set');
    await fillWithAccounts(databaseUrl, { accounts, now: under.clock.now(), sealed });
    await createPartitions(under.dependencies.db, under.clock.now());
    recorder = recordPlans();
    await explainStatements(databaseUrl);
  });
  const { enrolled, signedIn, get } = useOperatorConsole(() => under);
  afterAll(async () => {
    recorder.stop();
    await under.stop();
  });

  test('every endpoint, a purchase, every page of the console and an account deletion run', async () => {
    const subject = await makeSubject(under);
    const { cookie } = await signedIn('grace', await enrolled('grace'));
    for (const path of await consolePaths(under, subject))
      expect((await get(path, cookie)).statusCode, path).toBeOneOf([200, 303]);
    await runLookUps(under, subject);
    const statuses = await callEveryEndpoint(under, subject);
    expect([...statuses].filter(([, status]) => status >= 500)).toEqual([]);
    recorded.set(accounts, [...recorder.plans]);
    expect(recorder.plans.length).toBeGreaterThan(1000);
  });

  test('the same requests run without two of the indexes', async () => {
    const user = await makePaidUser(under);
    const { db } = under.dependencies;
    const { rows: indexes } = await sql<{ definition: string }>`
      select pg_get_indexdef(oid) as definition from pg_class
      where relname in ('subscription_grants_subscription', 'users_email')`.execute(db);
    await sql`drop index subscription_grants_subscription, users_email`.execute(db);
    const before = recorder.plans.length;
    expect((await under.call(api.showSubscription, {}, user)).status).toBe(200);
    const { email, deviceId } = user;
    await under.call(api.logIn, { body: { email, password: 'not the password' } }, { deviceId });
    recordedWithoutIndexes.set(accounts, recorder.plans.slice(before));
    for (const { definition } of indexes) await sql.raw(definition).execute(db);
    expect(indexes).toHaveLength(2);
  });

  test('every task of the background work runs with due rows, and again without', async () => {
    const before = recorder.plans.length;
    const { scheduled, repeated } = await backgroundTasks(under);
    const failed: string[] = [];
    for (let runs = 0; runs < 2; runs += 1) {
      for (const { name, run } of [...scheduled, ...repeated])
        await run().catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
      // Removes the index entries of deleted and changed rows, as autovacuum would.
      await sql`vacuum (index_cleanup on)`.execute(under.dependencies.db);
    }
    expect(failed).toEqual([]);
    const plans = recorder.plans.slice(before);
    expect(plans.length).toBeGreaterThan(1000);
    recordedOfTasks.set(accounts, plans);
  });
});

test('no statement reads more pages, or discards more rows, of a larger data set', () => {
  expect(growingStatements(recorded.get(small) ?? [], recorded.get(large) ?? [])).toEqual([]);
});

test('no statement of a task reads more pages, or discards more rows, of a larger data set', () => {
  expect(growingStatements(recordedOfTasks.get(small) ?? [], recordedOfTasks.get(large) ?? [])).toEqual([]);
});

test('statements whose index is missing are found', () => {
  const growing = growingStatements(
    recordedWithoutIndexes.get(small) ?? [],
    recordedWithoutIndexes.get(large) ?? [],
  );
  const found = growing.map(({ statement }) => statement).join('\n');
  expect(found).toContain('from "subscription_grants"');
  expect(found).toContain('/* find-known-device */');
});
