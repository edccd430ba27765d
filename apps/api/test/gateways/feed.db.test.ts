import { createHash } from 'node:crypto';
import { openDocument, publishKey, readVerifiers } from '@comet/admission';
import {
  api,
  type FeedMessage,
  feedMessage,
  type GrantKind,
  grantKinds,
  type Revocation,
  revocationLines,
} from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRequest, newRequestId } from '../../src/platform/current-request.ts';
import { followFeed } from '../../src/features/gateways/feed/follow-feed.ts';
import { gatewaysCommand, pruneChanges } from '../../src/features/gateways/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  startApi,
  type TestGateway,
} from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
});
afterAll(() => under.stop());

function read(line: string): FeedMessage {
  const opened = openDocument(
    'feed',
    readVerifiers([publishKey(under.dependencies.keys.feeds.current)]),
    line,
  );
  if (!opened.ok) throw new Error(opened.error);
  return feedMessage.parse(opened.value);
}

/** Follows the feed as a gateway does, with its set of revocations, until `enough` returns true for the latest message. */
async function follow(
  cursor: number,
  enough: (message: FeedMessage, held: readonly Revocation[]) => boolean,
) {
  const stop = new AbortController();
  const messages: FeedMessage[] = [];
  let held: Revocation[] = [];
  for await (const line of followFeed(
    under.dependencies,
    { gatewayId: gateway.id, cursor, kinds: grantKinds, takesAccounts: true },
    stop.signal,
  )) {
    const message = read(String(line));
    messages.push(message);
    if (message.type === 'snapshot') held = [...message.revocations];
    if (message.type === 'revoke') held.push(message.revocation);
    if (enough(message, held)) stop.abort();
  }
  return { messages, held };
}

const revokeSlot = (userId: string, slot: number) =>
  under.dependencies.db.transaction().execute((trx) => under.revoke(trx, { userId, slot }));

test('a follower receives every change, for any interleaving of transactions', async () => {
  const { id } = await makeUser(under);
  const start = await follow(0, (message) => message.type === 'heartbeat');
  const cursor = start.messages.find((message) => message.type === 'heartbeat')?.cursor ?? 0;
  const followed = follow(cursor, (_message, held) => held.length >= 400);
  // Each transaction pauses between adding its change and committing.
  await Promise.all(
    Array.from({ length: 200 }, (_, slot) =>
      under.dependencies.db.transaction().execute(async (trx) => {
        await under.revoke(trx, { userId: id, slot });
        await new Promise((resolve) => setTimeout(resolve, slot % 5));
      }),
    ),
  );
  const { messages, held } = await followed;
  const slots = new Set(held.map((revocation) => revocation.slot));
  expect(slots.size).toBe(200);
  const cursors = messages.filter((message) => message.type === 'revoke').map((message) => message.cursor);
  expect(cursors).toEqual(cursors.toSorted((one, other) => one - other));
}, 30_000);

test('a change has the id of the request that caused it; that of a job has none', async () => {
  const { id } = await makeUser(under);
  const start = await follow(0, (message) => message.type === 'heartbeat');
  const cursor = start.messages.find((message) => message.type === 'heartbeat')?.cursor ?? 0;
  const requestId = newRequestId();
  await inRequest(requestId, () => revokeSlot(id, 1));
  await revokeSlot(id, 2);
  const { messages } = await follow(cursor, (message) => message.type === 'heartbeat');
  const causes = messages.flatMap((message) =>
    message.type === 'revoke' ? [[message.revocation.slot, message.requestId]] : [],
  );
  expect(new Set(causes.map((cause) => JSON.stringify(cause)))).toEqual(
    new Set([JSON.stringify([1, requestId]), JSON.stringify([2, undefined])]),
  );
});

test('a follower never receives a change that is rolled back', async () => {
  const { id } = await makeUser(under);
  const before = await follow(0, (message) => message.type === 'heartbeat');
  const failing = under.dependencies.db.transaction().execute(async (trx) => {
    await under.revoke(trx, { userId: id, slot: 1 });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const after = await follow(0, (message) => message.type === 'heartbeat');
  expect(after.held).toEqual(before.held);
});

test('sends keys, then a snapshot, then a heartbeat whose digest matches the follower’s state', async () => {
  const { messages, held } = await follow(0, (message) => message.type === 'heartbeat');
  expect(messages.map((message) => message.type)).toEqual(['keys', 'snapshot', 'heartbeat']);
  const heartbeat = messages.find((message) => message.type === 'heartbeat');
  const digest = createHash('sha256').update(revocationLines(held, heartbeat?.since)).digest('base64url');
  expect(heartbeat?.digest).toBe(digest);
});

test('a cursor continues from its position; an old or unknown one gets a snapshot', async () => {
  const { id } = await makeUser(under);
  await revokeSlot(id, 3);
  const { messages } = await follow(0, (message) => message.type === 'heartbeat');
  const cursor = messages.find((message) => message.type === 'snapshot')?.cursor ?? 0;
  await revokeSlot(id, 4);
  const typesFrom = async (from: number) =>
    (await follow(from, (message) => message.type === 'heartbeat')).messages.map((message) => message.type);
  expect(await typesFrom(cursor)).toEqual(['keys', 'revoke', 'revoke', 'heartbeat']);
  under.clock.advance(27 * 3600 * 1000);
  await pruneChanges(under.dependencies.db, under.clock.now());
  expect(await typesFrom(cursor)).toEqual(['keys', 'snapshot', 'heartbeat']);
  expect((await follow(0, (message) => message.type === 'heartbeat')).held).toEqual([]);
});

test('after a restored backup, a gateway with a later cursor gets a snapshot with a higher number', async () => {
  const { id } = await makeUser(under);
  await revokeSlot(id, 3);
  const known = await follow(0, (message) => message.type === 'heartbeat');
  const cursor = known.messages.find((message) => message.type === 'heartbeat')?.cursor ?? 0;
  const seen = cursor + 1_000_000;
  const ahead = await Promise.all(
    [seen, seen - 5, seen].map((from) => follow(from, (message) => message.type === 'heartbeat')),
  );
  for (const { messages, held } of ahead) {
    // A later cursor of another gateway raises the number again.
    expect(new Set(messages.map((message) => message.type))).toEqual(
      new Set(['keys', 'snapshot', 'heartbeat']),
    );
    expect(held).toEqual(known.held);
  }
  const last = ahead[0]?.messages.findLast((message) => message.type === 'snapshot')?.cursor ?? 0;
  expect(last).toBeGreaterThan(seen);
  // Later changes have higher numbers.
  await revokeSlot(id, 4);
  const next = await follow(last, (message) => message.type === 'heartbeat');
  expect(next.messages.map((message) => message.type)).toEqual(['keys', 'revoke', 'revoke', 'heartbeat']);
  // An impossibly high number has no effect.
  await follow(10 ** 15 - 1, (message) => message.type === 'heartbeat');
  const after = await follow(0, (message) => message.type === 'heartbeat');
  expect(after.messages.find((message) => message.type === 'heartbeat')?.cursor).toBeLessThan(seen + 1_000);
});

test('a snapshot contains one entry per revoked subject, also after repeated revocations', async () => {
  const { id } = await makeUser(under);
  for (let time = 0; time < 5; time += 1) await revokeSlot(id, 9);
  const { held } = await follow(0, (message) => message.type === 'heartbeat');
  // The subjects of this week and the previous one.
  expect(held.filter(({ slot }) => slot === 9)).toHaveLength(2);
});

test('a gateway receives only grant kinds that it supports', async () => {
  const { id } = await makeUser(under);
  await under.dependencies.db
    .insertInto('gatewayGrants')
    .values({
      ...{ gatewayId: gateway.id, userId: id, sub: 's'.repeat(22), kind: 'openvpn', mac: 'm'.repeat(43) },
      ...{ publicKey: null, host: null, createdAt: under.clock.now(), withdrawnAt: null },
    })
    .execute();
  const receivedBy = async (kinds: readonly GrantKind[]) => {
    const stop = new AbortController();
    const received: FeedMessage[] = [];
    for await (const line of followFeed(
      under.dependencies,
      { gatewayId: gateway.id, cursor: 0, kinds, takesAccounts: true },
      stop.signal,
    )) {
      received.push(read(String(line)));
      if (received.at(-1)?.type === 'heartbeat') stop.abort();
    }
    return {
      grants: received.flatMap((message) => (message.type === 'snapshot' ? message.grants : [])).length,
      digest: received.flatMap((message) => (message.type === 'heartbeat' ? [message.grants] : []))[0],
    };
  };
  const all = await receivedBy(grantKinds);
  const some = await receivedBy(['wireguard']);
  expect([all.grants, some.grants]).toEqual([1, 0]);
  expect(some.digest).not.toBe(all.digest);
  await under.dependencies.db.deleteFrom('gatewayGrants').where('gatewayId', '=', gateway.id).execute();
});

test('a change committed on another connection wakes a follower', async () => {
  const { id } = await makeUser(under);
  const heartbeat = Promise.withResolvers<void>();
  const followed = follow(0, (message) => {
    if (message.type === 'heartbeat') heartbeat.resolve();
    return message.type === 'revoke';
  });
  // The test's clock is stopped, so no other heartbeat is sent.
  await heartbeat.promise;
  await revokeSlot(id, 9);
  expect((await followed).held.at(-1)).toMatchObject({ slot: 9 });
});

test('a stream ends when the client disconnects or the server stops', async () => {
  const leaving = new AbortController();
  const response = await fetch(`${under.baseUrl}/api/v1/gateways/current/feed?cursor=0`, {
    headers: { authorization: `Bearer ${gateway.token}` },
    signal: leaving.signal,
  });
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  leaving.abort();
  await expect(reader?.read()).rejects.toThrow('abort');
});

test('a retired gateway receives nothing more, and is excluded from later changes', async () => {
  const { id } = await makeUser(under);
  const other = await makeGateway(under);
  const stop = new AbortController();
  const received: string[] = [];
  const from = { gatewayId: other.id, cursor: 0, kinds: grantKinds, takesAccounts: true };
  const following = (async () => {
    for await (const line of followFeed({ ...under.dependencies, heartbeatMs: 50 }, from, stop.signal))
      received.push(read(String(line)).type);
  })();
  await expect.poll(() => received.includes('heartbeat')).toBe(true);
  const deps = { db: under.dependencies.db, clock: under.clock, operator: 'olga' };
  expect(await gatewaysCommand(deps, ['list'])).toMatch(new RegExp(`${other.id} .*(online|away)`));
  await gatewaysCommand(deps, ['retire', other.id]);
  // The stream ends, and the credential is refused for another one.
  under.clock.advance(1_000);
  await following;
  const again = await under.call(api.followFeed, { query: { cursor: '0' } }, other);
  expect(again.status).toBe(401);
  await revokeSlot(id, 1);
  const rows = await under.dependencies.db
    .selectFrom('gatewayChanges')
    .select('id')
    .where('gatewayId', '=', other.id)
    .execute();
  expect(rows).toEqual([]);
  await expect(gatewaysCommand(deps, ['retire', other.id])).rejects.toThrow('no gateway');
  expect(await gatewaysCommand(deps, ['list'])).toMatch(new RegExp(`${other.id} .*retired`));
  const [action] = await under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'action'])
    .where('action', '=', 'retire_gateway')
    .execute();
  expect(action).toEqual({ operator: 'olga', action: 'retire_gateway' });
});

test('removing a device that could not connect sends no change to gateways', async () => {
  const user = await makeUser(under);
  const rows = async () =>
    Number(
      (
        await under.dependencies.db
          .selectFrom('gatewayChanges')
          .select((row) => row.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const before = await rows();
  const added = await under.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } }, user);
  const { id } = (added.json as { device: { id: string } }).device;
  const removed = await under.call(api.removeDevice, { params: { id } }, user);
  expect(removed.status).toBe(204);
  expect(await rows()).toBe(before);
});
