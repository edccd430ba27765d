import { SetDigest } from '@comet/admission';
import { api, type FeedMessage, type Grant, grantLine } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announceGrants, pruneChanges, revokeSubject } from '../../src/features/gateways/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  startApi,
  type TestGateway,
} from '../fixture/api-fixture.ts';
import { readChunks, stateOf } from './chunk-reader.ts';
import { openStream, startReading } from './open-streams.ts';

let under: ApiUnderTest;
let userId: string;
let one: TestGateway;
let other: TestGateway;
let reading: ReturnType<typeof startReading>;
beforeAll(async () => {
  under = await startApi();
  ({ id: userId } = await makeUser(under));
  one = await makeGateway(under);
  other = await makeGateway(under, 'jp-tyo');
  await addGrants(null, 2_500);
  await addGrants(one.id, 1_200);
  reading = startReading(under);
  return () => reading.db.destroy();
});
beforeEach(() => {
  reading.statements.length = 0;
});
afterAll(() => under.stop());

const inTransaction: ApiUnderTest['dependencies']['db']['transaction'] = () =>
  under.dependencies.db.transaction();

/** Adds credentials of one gateway, or (null) of all gateways, and returns their ids. */
async function addGrants(gatewayId: string | null, count: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into gateway_grants (gateway_id, user_id, sub, kind, holder_id, terms, mac, created_at)
    select ${gatewayId}, ${userId}, lpad(n::text, 22, 's'), 'proxy', gen_random_uuid(),
      jsonb_build_object('username', 'u' || substr(md5(random()::text), 1, 20),
        'addresses', '[]'::jsonb, 'purse', null, 'route', jsonb_build_object('kind', 'pool'),
        'limits', jsonb_build_object('connections', 1, 'bytesPerSecond', null)),
      md5(random()::text) || lpad(n::text, 11, 'm'), now()
    from generate_series(1, ${count}::int) n returning id`.execute(under.dependencies.db);
  return rows.map(({ id }) => id);
}

/** Adds and withdraws grants of all gateways, as a change of credentials does. */
async function changeShared(withdraw: readonly string[]): Promise<readonly string[]> {
  const added = await addGrants(null, 2);
  await inTransaction().execute(async (trx) => {
    await trx
      .updateTable('gatewayGrants')
      .set({ withdrawnAt: under.clock.now() })
      .where('id', '=', sql<string>`any(${withdraw}::uuid[])`)
      .execute();
    const changes = [
      ...withdraw.map((grantId) => ({ gatewayId: null, grantId, kind: 'withdraw' as const })),
      ...added.map((grantId) => ({ gatewayId: null, grantId, kind: 'grant' as const })),
    ];
    await announceGrants(trx, changes, under.clock.now());
  });
  return added;
}

async function inForce(gatewayId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from gateway_grants
    where (gateway_id = ${gatewayId} or gateway_id is null) and withdrawn_at is null order by id`.execute(
    under.dependencies.db,
  );
  return rows.map(({ id }) => id);
}

const idsOf = (grants: readonly Grant[]) => grants.map(({ id }) => id).toSorted();
const digestOf = (grants: Iterable<Grant>) => new SetDigest([...grants].map(grantLine)).value();
const reads = (what: string) => reading.statements.filter((statement) => statement.includes(what));

test('reads and compresses the shared part once for all gateways, and sends each its own part', async () => {
  const received = await Promise.all(
    [one, other, one, other].map(({ id }) => readChunks(under, reading.deps, { gatewayId: id })),
  );
  expect(reads('declare shared_grants')).toHaveLength(1);
  for (const [index, { id }] of [one, other, one, other].entries()) {
    const snapshot = received[index]!;
    const { grants } = stateOf(snapshot);
    expect(idsOf(grants)).toEqual(await inForce(id));
    expect(snapshot.messages.map(({ type }) => type)).toEqual(['keys', 'chunks', 'manifest', 'heartbeat']);
    expect(snapshot.messages.at(-1)).toMatchObject({ grants: digestOf(grants) });
  }
  // The announcement and the shared chunks are the same bytes in memory.
  const shared = received.map(({ lines }) => lines.filter((line) => typeof line !== 'string').slice(0, 5));
  for (const lines of shared)
    for (const [index, line] of lines.entries()) expect(line).toBe(shared[0]?.[index]);
});

test('a gateway that continues gets the missing chunks only', async () => {
  const { chunks } = await readChunks(under, reading.deps, { gatewayId: one.id });
  expect(chunks.size).toBeGreaterThanOrEqual(5);
  for (const count of [1, 3, chunks.size]) {
    const kept = new Map([...chunks].slice(0, count));
    const rest = await readChunks(under, reading.deps, { gatewayId: one.id, kept: [...kept.keys()] });
    expect(rest.chunks.size).toBe(chunks.size - count);
    expect(idsOf(stateOf(rest, kept).grants)).toEqual(await inForce(one.id));
  }
});

test('changes since the shared part are in the own part; most chunks stay the same in a new version', async () => {
  const before = await readChunks(under, reading.deps, { gatewayId: other.id });
  const [first, second] = idsOf(stateOf(before).grants);
  await changeShared([first!, second!]);
  await inTransaction().execute((trx) => revokeSubject(trx, 'x'.repeat(22), under.clock.now()));
  reading.statements.length = 0;
  const after = await readChunks(under, reading.deps, { gatewayId: other.id });
  expect(reads('declare shared_grants')).toEqual([]);
  const state = stateOf(after);
  expect(idsOf(state.grants)).toEqual(await inForce(other.id));
  expect(state.revocations.map(({ sub }) => sub)).toEqual(['x'.repeat(22)]);
  expect(after.messages.at(-1)).toMatchObject({ grants: digestOf(state.grants) });
  const elsewhere = startReading(under);
  const anew = await readChunks(under, elsewhere.deps, { gatewayId: other.id });
  expect(idsOf(stateOf(anew).grants)).toEqual(await inForce(other.id));
  const same = [...anew.chunks.keys()].filter((digest) => before.chunks.has(digest));
  expect(same.length).toBeLessThan(before.chunks.size);
  await elsewhere.db.destroy();
});

test('makes a new shared part when changes after it were deleted', async () => {
  await changeShared([]);
  under.clock.advance(30 * 3_600_000);
  await pruneChanges(under.dependencies.db, under.clock.now());
  const received = await readChunks(under, reading.deps, { gatewayId: other.id });
  expect(reads('declare shared_grants')).toHaveLength(1);
  expect(idsOf(stateOf(received).grants)).toEqual(await inForce(other.id));
  expect(stateOf(received).revocations).toEqual([]);
});

test('a broadcast is read once and is the same line for all gateways, with the one before it', async () => {
  const untilLast = (slot: number) => (message: FeedMessage) =>
    message.type === 'revoke' && message.revocation.slot === slot;
  const start = stateOf(await readChunks(under, reading.deps, { gatewayId: one.id })).cursor;
  const gateways = [one, other, one];
  const begun = new Set<number>();
  const following = gateways.map(({ id }, index) =>
    readChunks(under, reading.deps, { gatewayId: id, cursor: start }, (message) => {
      begun.add(index);
      return untilLast(3)(message);
    }),
  );
  const older = openStream(under, reading.deps, one.id, start);
  await expect.poll(() => older.heartbeats().length).toBeGreaterThan(0);
  await expect.poll(() => begun.size).toBe(gateways.length);
  reading.statements.length = 0;
  for (const slot of [1, 2, 3])
    await inTransaction().execute((trx) => revokeSubject(trx, 'y'.repeat(22), under.clock.now(), slot));
  const received = await Promise.all(following);
  // Heartbeats between them are each gateway's own.
  const lines = received.map(({ lines, messages }) =>
    lines.filter((_, index) => messages[index]?.type === 'revoke').slice(-3),
  );
  for (const some of lines) expect(some.every((line, index) => line === lines[0]?.[index])).toBe(true);
  const messages = received[0]!.messages.filter(({ type }) => type === 'revoke').slice(-3);
  const cursors = messages.map((message) => (message.type === 'revoke' ? message.cursor : 0));
  expect(messages).toMatchObject([
    { gateway: '*', previous: expect.any(Number) },
    { gateway: '*', previous: cursors[0] },
    { gateway: '*', previous: cursors[1] },
  ]);
  // Heartbeats may read once more; four streams would read each change four times.
  const reads = reading.statements.filter((text) => text.includes('/* feed-log */'));
  expect(reads.length).toBeLessThanOrEqual(4);
  // A gateway of an earlier release gets them as its own.
  await expect.poll(() => older.slots()).toEqual([1, 2, 3]);
  expect(older.messages.every(({ gateway }) => gateway === one.id)).toBe(true);
  await older.close();
  // A stream that is behind reads them from the database, as the same messages.
  const behind = startReading(under);
  const late = await readChunks(under, behind.deps, { gatewayId: one.id, cursor: start }, untilLast(3));
  expect(late.messages.filter(({ type }) => type === 'revoke').slice(-3)).toEqual(messages);
  const beat = await readChunks(under, reading.deps, { gatewayId: one.id, cursor: cursors[2]! });
  expect(beat.messages.at(-1)).toMatchObject({ broadcast: cursors[2] });
  await behind.db.destroy();
});

test('the digest follows the changes of all gateways without another read of their grants', async () => {
  const stream = openStream(under, { ...reading.deps, heartbeatMs: 1_000 }, other.id);
  await expect.poll(() => stream.heartbeats().length).toBe(1);
  reading.statements.length = 0;
  const [first] = [...stream.held.grants.keys()];
  const added = await changeShared([first!]);
  await expect.poll(() => added.every((id) => stream.held.grants.has(id))).toBe(true);
  under.clock.advance(1_000);
  await sql`select pg_notify('gateway_changes', '')`.execute(under.dependencies.db);
  await expect.poll(() => stream.heartbeats().length).toBe(2);
  expect(stream.heartbeats()[1]?.grants).toBe(digestOf(stream.held.grants.values()));
  expect(reads('from "gateway_grants"')).toEqual([]);
  await stream.close();
});

test('a process that reads its first changes after the shared part has the digest of both', async () => {
  const fresh = startReading(under);
  const isManifest = ({ type }: { type: string }) => type === 'manifest';
  const snapshot = await readChunks(under, fresh.deps, { gatewayId: one.id }, isManifest);
  const { cursor } = snapshot.messages.find((message) => message.type === 'manifest')!;
  const { rows } = await sql<{ id: string }>`
    select id from gateway_grants where gateway_id is null and withdrawn_at is null limit 1`.execute(
    under.dependencies.db,
  );
  await changeShared(rows.map(({ id }) => id));
  const received = await readChunks(under, fresh.deps, { gatewayId: one.id, cursor });
  const { grants } = stateOf(await readChunks(under, reading.deps, { gatewayId: one.id }));
  expect(received.messages.at(-1)).toMatchObject({ type: 'heartbeat', grants: digestOf(grants) });
  await fresh.db.destroy();
});

test('the compressed stream has the same lines as the plain one', async () => {
  const linesOf = async (encoding: string) => {
    const stop = new AbortController();
    const response = await fetch(
      `${under.baseUrl}${api.followFeed.path}?cursor=0&format=2&kinds=proxy,accounts`,
      {
        headers: { authorization: `Bearer ${one.token}`, 'accept-encoding': encoding },
        signal: stop.signal,
      },
    );
    expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const piece of response.body ?? []) {
        text += decoder.decode(piece as Uint8Array, { stream: true });
        const whole = text.split('\n').slice(0, -1);
        // Keys, an announcement, its chunks, a manifest and its chunks, a heartbeat.
        const signed = whole.filter((line) => !line.startsWith('{'));
        if (signed.length >= 4) stop.abort();
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
    return text.split('\n').filter((line) => line.startsWith('{'));
  };
  const plain = await linesOf('identity');
  expect(plain.length).toBeGreaterThanOrEqual(5);
  expect(await linesOf('gzip')).toEqual(plain);
});
