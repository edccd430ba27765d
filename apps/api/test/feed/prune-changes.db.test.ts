import { unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pruneChanges } from '../../src/features/gateways/index.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

test('two replicas remove 4,500 old changes while a change holds the feed’s lock, and record how far', async () => {
  const { db, clock } = under.dependencies;
  const { id } = await makeGateway(under);
  const boundary = unixSeconds(clock.now()) - 26 * 3600;
  const add = (rows: number, notBefore: number) =>
    sql`
      insert into gateway_changes (gateway_id, kind, sub, not_before)
      select ${id}, 'revoke', 'subject', ${notBefore} from generate_series(1, ${rows})`.execute(db);
  await add(4_500, boundary - 1);
  const last = await db
    .selectFrom('gatewayChanges')
    .select((select) => select.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  await add(3, boundary);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${0x636f6d65})`.execute(trx);
    const removed = await Promise.all([pruneChanges(db, clock.now()), pruneChanges(db, clock.now())]);
    expect(removed[0] + removed[1]).toBe(4_500);
  });
  const left = await db.selectFrom('gatewayChanges').select('notBefore').execute();
  expect(left.map(({ notBefore }) => notBefore)).toEqual([boundary, boundary, boundary]);
  const { prunedThrough } = await db
    .selectFrom('gatewayFeed')
    .select('prunedThrough')
    .executeTakeFirstOrThrow();
  expect(prunedThrough).toBe(last.id);
});
