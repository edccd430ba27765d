import { api, grantKinds } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedChannel } from '../../src/features/gateways/feed/change-feed.store.ts';
import { pagesAfter } from '../../src/features/gateways/feed/feed-pages.store.ts';
import { followFeed } from '../../src/features/gateways/feed/follow-feed.ts';
import { connectionsOf, type DatabaseTransaction } from '../../src/platform/database/database.ts';
import { type ApiUnderTest, makeGateway, makeUser, startApi } from '../fixture/api-fixture.ts';
import { messageOf, type OpenStream, openStream, startReading } from './open-streams.ts';

let under: ApiUnderTest;
let userId: string;
let one: string;
let other: string;
beforeAll(async () => {
  under = await startApi();
  ({ id: userId } = await makeUser(under));
  ({ id: one } = await makeGateway(under));
  ({ id: other } = await makeGateway(under, 'jp-tyo'));
});
afterAll(() => under.stop());

const revoke = (slot: number, gatewayId: string) =>
  under.dependencies.db.transaction().execute((trx) => under.revoke(trx, { userId, slot, gatewayId }));

const notify = (payload: string) =>
  sql`select pg_notify(${feedChannel}, ${payload})`.execute(under.dependencies.db);

const latest = async () => {
  const [page] = await pagesAfter(under.dependencies.db, [{ gatewayId: one, cursor: 0 }]);
  if (page?.kind === 'changes' && page.isComplete) return page.cursor;
  throw new Error('The feed has more than one page');
};

const allBeat = async (streams: readonly OpenStream[]) => {
  await expect.poll(() => streams.every((stream) => stream.heartbeats().length > 0)).toBe(true);
};

/** Statements of the reader that wait for a lock, and their server processes. */
async function blocked(): Promise<readonly number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ 'gateway_(changes|grants)'`.execute(
    under.dependencies.db,
  );
  return rows.map(({ pid }) => pid);
}

/** Holds back every read of a table until `last` has run in the same transaction, which then commits. */
async function whileLocked(
  table: 'gateway_changes' | 'gateway_grants',
  meanwhile: () => Promise<void>,
  last: (trx: DatabaseTransaction) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await under.dependencies.db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    await meanwhile();
    await last(trx);
  });
}

test('one read serves all streams behind one announcement', async () => {
  const reading = startReading(under);
  const streams = Array.from({ length: 30 }, (_, index) =>
    openStream(under, reading.deps, index < 20 ? one : other),
  );
  await allBeat(streams);
  reading.statements.length = 0;
  await revoke(1, one);
  await expect.poll(() => streams.slice(0, 20).every((stream) => stream.slots().includes(1))).toBe(true);
  expect(reading.statements).toHaveLength(1);
  expect(streams.slice(20).flatMap((stream) => stream.slots())).toEqual([]);
  // All gateways: two changes for each, one for this week and one for the previous.
  reading.statements.length = 0;
  await under.dependencies.db.transaction().execute((trx) => under.revoke(trx, { userId, slot: 2 }));
  await expect.poll(() => streams.every((stream) => stream.slots().includes(2))).toBe(true);
  expect(reading.statements).toHaveLength(1);
  await Promise.all(streams.map((stream) => stream.close()));
  await reading.db.destroy();
});

test('each stream continues at its own cursor, and those of one gateway share a change', async () => {
  const start = await latest();
  for (const slot of [10, 11, 12]) await revoke(slot, one);
  await revoke(13, other);
  const [all] = await pagesAfter(under.dependencies.db, [{ gatewayId: one, cursor: start }]);
  if (all?.kind !== 'changes') throw new Error('no changes');
  const cursors = all.changes.map(({ cursor }) => cursor);
  const positions = [start, ...cursors].map((cursor) => ({ gatewayId: one, cursor }));
  const pages = await pagesAfter(under.dependencies.db, [...positions, { gatewayId: other, cursor: start }]);
  const found = pages.map((page) => (page.kind === 'changes' ? page.changes : []));
  expect(found.map((changes) => changes.length)).toEqual([6, 5, 4, 3, 2, 1, 0, 2]);
  expect(found[1]?.[0]).toBe(found[0]?.[1]);
  expect(found[7]?.map(({ revocation }) => revocation?.slot)).toEqual([13, 13]);
  const reading = startReading(under);
  const streams = positions.map(({ cursor }) => openStream(under, reading.deps, one, cursor));
  await allBeat(streams);
  expect(streams.map((stream) => stream.slots().length)).toEqual([6, 5, 4, 3, 2, 1, 0]);
  await Promise.all(streams.map((stream) => stream.close()));
  await reading.db.destroy();
});

test('a stream that opens while another one’s read runs loses no change', async () => {
  const reading = startReading(under);
  const start = await latest();
  const first = openStream(under, reading.deps, one, start);
  await allBeat([first]);
  let second: OpenStream | undefined;
  await whileLocked(
    'gateway_changes',
    async () => {
      await notify(one);
      await expect.poll(async () => (await blocked()).length).toBe(1);
      second = openStream(under, reading.deps, one, start);
      await expect.poll(() => second?.messages.map(({ type }) => type)).toEqual(['keys']);
    },
    (trx) => under.revoke(trx, { userId, slot: 20, gatewayId: one }),
  );
  await revoke(21, one);
  for (const stream of [first, second]) await expect.poll(() => stream?.slots()).toEqual([20, 20, 21, 21]);
  await first.close();
  await second?.close();
  await reading.db.destroy();
});

test('a failed read is repeated: the streams stay open and lose no change', async () => {
  const reading = startReading(under);
  const start = await latest();
  const streams = [one, other].map((id) => openStream(under, reading.deps, id, start));
  await allBeat(streams);
  await whileLocked(
    'gateway_changes',
    async () => {
      await notify('');
      await expect.poll(async () => (await blocked()).length).toBe(1);
      const [pid] = await blocked();
      await sql`select pg_terminate_backend(${pid})`.execute(under.dependencies.db);
      await expect.poll(() => reading.failures.length).toBeGreaterThan(0);
    },
    (trx) => under.revoke(trx, { userId, slot: 30 }),
  );
  for (const stream of streams) await expect.poll(() => stream.slots()).toEqual([30, 30]);
  await Promise.all(streams.map((stream) => stream.close()));
  await reading.db.destroy();
});

test('a gateway that reads slowly delays no other one, and continues from its cursor page by page', async () => {
  const [reading, readingSlowly] = [startReading(under), startReading(under)];
  const start = await latest();
  const fast = openStream(under, reading.deps, one, start);
  await allBeat([fast]);
  const stop = new AbortController();
  const slow = followFeed(
    readingSlowly.deps,
    { gatewayId: one, cursor: start, kinds: grantKinds, takesAccounts: true },
    stop.signal,
  );
  for (const type of ['keys', 'heartbeat'])
    expect(messageOf(under, (await slow.next()).value).type).toBe(type);
  await sql`
    insert into gateway_changes (gateway_id, sub, slot, not_before)
    select ${one}, lpad(n::text, 22, '0'), n % 256, 2000000000 from generate_series(1, 1200) n`.execute(
    under.dependencies.db,
  );
  await notify(one);
  await expect.poll(() => fast.slots().length).toBe(1_200);
  readingSlowly.statements.length = 0;
  const slots: unknown[] = [];
  while (slots.length < 1_200) {
    const message = messageOf(under, (await slow.next()).value);
    if (message.type === 'revoke') slots.push(message.revocation.slot);
  }
  expect(slots).toEqual(fast.slots());
  expect(readingSlowly.statements).toHaveLength(3);
  stop.abort();
  await slow.next();
  await fast.close();
  await Promise.all([reading.db.destroy(), readingSlowly.db.destroy()]);
});

test('snapshots for any number of gateways take two connections: requests and readiness do not wait', async () => {
  const streams: OpenStream[] = [];
  const user = await makeUser(under);
  await whileLocked('gateway_grants', async () => {
    for (let index = 0; index < 60; index += 1)
      streams.push(openStream(under, under.dependencies, index % 2 === 0 ? one : other));
    await expect.poll(() => streams.every(({ messages }) => messages.length === 1)).toBe(true);
    await expect.poll(async () => (await blocked()).length).toBe(2);
    expect((await fetch(`${under.baseUrl}/readyz`)).status).toBe(200);
    expect((await under.call(api.currentUser, {}, user)).status).toBe(200);
    expect(await blocked()).toHaveLength(2);
    expect(connectionsOf(under.dependencies.db).waiting).toBe(0);
  });
  await allBeat(streams);
  await Promise.all(streams.map((stream) => stream.close()));
});

test('a stream that waits for the large reads of others gets lines meanwhile, so that its gateway does not reconnect', async () => {
  const reading = startReading(under);
  const { id: gatewayId } = await makeGateway(under);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const never = new AbortController().signal;
  const others = [1, 2].map(() => reading.deps.feedReader.large(never, () => held));
  const stream = openStream(under, { ...reading.deps, heartbeatMs: 50 }, gatewayId);
  await expect.poll(() => stream.messages.length).toBeGreaterThan(3);
  expect(new Set(stream.messages.map(({ type }) => type))).toEqual(new Set(['keys']));
  release();
  await Promise.all(others);
  await expect.poll(() => stream.heartbeats().length).toBeGreaterThan(0);
  const types = stream.messages.map(({ type }) => type);
  expect(types.indexOf('snapshot')).toBeLessThan(types.indexOf('heartbeat'));
  await stream.close();
  await reading.db.destroy();
});
