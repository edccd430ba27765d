import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedChannel } from '../../src/features/gateways/feed/change-feed.store.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  startApi,
  type TestGateway,
} from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let gateways: readonly [TestGateway, TestGateway];
let userId: string;
beforeAll(async () => {
  under = await startApi();
  gateways = [await makeGateway(under), await makeGateway(under, 'jp-tyo')];
  ({ id: userId } = await makeUser(under));
});
afterAll(() => under.stop());

const announced = () => gateways.map(({ id }) => under.dependencies.wake.announced(id)) as [number, number];

const notify = (payload: string) =>
  sql`select pg_notify(${feedChannel}, ${payload})`.execute(under.dependencies.db);

test('a change for one gateway wakes only the streams of that gateway', async () => {
  const [one, other] = gateways;
  const [seen, seenOfOther] = announced();
  const never = new AbortController();
  const woken: string[] = [];
  const waits = [one, one, other].map(async ({ id }) => {
    await under.dependencies.wake.next(id, id === one.id ? seen : seenOfOther, 600_000, never.signal);
    woken.push(id);
  });
  await under.dependencies.db
    .transaction()
    .execute((trx) => under.revoke(trx, { userId, slot: 1, gatewayId: one.id }));
  await Promise.all(waits.slice(0, 2));
  expect(announced()).toEqual([seen + 1, seenOfOther]);
  expect(woken).toEqual([one.id, one.id]);
  never.abort();
  await waits[2];
});

test('a change for all gateways wakes all streams, also that of a release which sends no gateways', async () => {
  const seen = announced();
  await under.dependencies.db.transaction().execute((trx) => under.revoke(trx, { userId, slot: null }));
  await expect.poll(announced).toEqual(seen.map((count) => count + 1));
  await notify('');
  await expect.poll(announced).toEqual(seen.map((count) => count + 2));
  await notify('in a later form');
  await expect.poll(announced).toEqual(seen.map((count) => count + 3));
});

test('a stream whose announcement came before its wait does not wait', async () => {
  const [{ id }] = gateways;
  const seen = under.dependencies.wake.announced(id);
  await notify(id);
  await expect.poll(() => under.dependencies.wake.announced(id)).toBe(seen + 1);
  await under.dependencies.wake.next(id, seen, 600_000, new AbortController().signal);
});
