import { openDocument, publishKey, readVerifiers, SetDigest } from '@comet/admission';
import { feedMessage, type Grant, grantKinds, grantLine } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pruneChanges } from '../../src/features/gateways/index.ts';
import { followFeed } from '../../src/features/gateways/feed/follow-feed.ts';
import { addWireguardGrant, restoreAllOf, withdrawGrant } from '../../src/features/grants/index.ts';
import { expireSubscriptions } from '../../src/features/subscription/index.ts';
import type { DatabaseTransaction } from '../../src/platform/database/database.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  newWireguardKey,
  startApi,
  type TestGateway,
} from '../fixture/api-fixture.ts';
import { follow } from './feed-follower.ts';
import { deliverAndProcess, makePaidUser } from '../payments/paid-user.ts';
import { refundApproved, transactionCompleted } from '../payments/fake-provider.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
});
afterAll(() => under.stop());

const dayMs = 24 * 3600 * 1000;
const inTransaction = <T>(work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> =>
  under.dependencies.db.transaction().execute(work);
const deps = () => ({
  clock: under.clock,
  subjects: under.dependencies.keys.subjects,
  openvpn: under.dependencies.keys.openvpn,
});

async function put(userId: string, publicKey = newWireguardKey(), gatewayId = gateway.id) {
  return inTransaction((trx) =>
    addWireguardGrant(deps(), trx, { userId, gatewayId, grant: { kind: 'wireguard', publicKey } }),
  );
}

const idsOf = (held: ReadonlyMap<string, Grant>) => [...held.keys()].toSorted();

test('only its gateway receives a configuration, with unique addresses, until it is removed', async () => {
  const other = await makeGateway(under, 'jp-tyo');
  const { id: userId } = await makeUser(under);
  // The first change: before it there is no cursor.
  await put(userId);
  const start = await follow(under, gateway);
  const [one, two] = [await put(userId), await put(userId)];
  if (!one.ok || !two.ok) throw new Error('refused');
  expect(one.value.ipv4).toMatch(/^100\.(9[6-9]|1[01]\d|12[0-7])\./);
  expect(new Set([one.value.ipv4, one.value.ipv6, two.value.ipv4, two.value.ipv6]).size).toBe(4);
  const then = await follow(under, { id: gateway.id, ...start });
  expect(then.messages.filter(({ type }) => type === 'grant')).toHaveLength(2);
  expect(then.held.get(one.value.id)).toEqual(one.value);
  expect(idsOf((await follow(under, other)).held)).toEqual([]);
  expect(await inTransaction((trx) => withdrawGrant(trx, one.value.id, under.clock.now()))).toBe(true);
  const after = await follow(under, { id: gateway.id, ...then });
  expect(after.messages.filter(({ type }) => type === 'withdraw')).toHaveLength(1);
  expect(idsOf(after.held)).toEqual(idsOf((await follow(under, gateway)).held));
  expect(after.digest).toBe(new SetDigest([...after.held.values()].map(grantLine)).value());
  expect(await inTransaction((trx) => withdrawGrant(trx, one.value.id, under.clock.now()))).toBe(false);
});

test('one of several concurrent requests with the same key succeeds, and addresses are unique', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(under)));
  const publicKey = newWireguardKey();
  const outcomes = await Promise.all(users.map(({ id }) => put(id, publicKey)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error).toBe('key_taken');
  await Promise.all(users.map(({ id }) => put(id)));
  const held = [...(await follow(under, gateway)).held.values()];
  const addresses = held.flatMap((grant) => (grant.kind === 'wireguard' ? [grant.ipv4, grant.ipv6] : []));
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('withdraws grants with the access and restores them unchanged', async () => {
  const { id: userId } = await makeUser(under);
  const made = await put(userId);
  if (!made.ok) throw new Error('refused');
  const before = await follow(under, gateway);
  await inTransaction((trx) => under.revoke(trx, { userId, slot: 3 }));
  expect((await follow(under, { id: gateway.id, ...before })).held.has(made.value.id)).toBe(true);
  await inTransaction((trx) => under.revoke(trx, { userId, slot: null }));
  const without = await follow(under, { id: gateway.id, ...before });
  expect(without.held.has(made.value.id)).toBe(false);
  expect((await follow(under, gateway)).held.has(made.value.id)).toBe(false);
  await inTransaction((trx) => restoreAllOf(trx, userId, under.clock.now()));
  const back = await follow(under, { id: gateway.id, ...without });
  expect(back.held.get(made.value.id)).toEqual(made.value);
  // A follower that missed the changes in between has the same state.
  expect(idsOf((await follow(under, { id: gateway.id, ...before })).held)).toEqual(idsOf(back.held));
});

test('the end of a subscription withdraws them, and a later payment restores them', async () => {
  const user = await makePaidUser(under);
  const made = await put(user.id);
  if (!made.ok) throw new Error('refused');
  const isHeld = async () => (await follow(under, gateway)).held.has(made.value.id);
  expect(await isHeld()).toBe(true);
  under.clock.advance(398 * dayMs);
  await expireSubscriptions({ ...under.dependencies, revoke: under.revoke });
  expect(await isHeld()).toBe(false);
  const at = under.clock.now();
  const period = { from: at, until: new Date(at.getTime() + 365 * dayMs) };
  await deliverAndProcess(under, transactionCompleted({ ...user, transactionId: 'txn_late', at, period }));
  expect(await isHeld()).toBe(true);
});

test('a refund withdraws them at once', async () => {
  const user = await makePaidUser(under);
  const made = await put(user.id);
  if (!made.ok) throw new Error('refused');
  await deliverAndProcess(under, refundApproved({ ...user, at: under.clock.now() }));
  expect((await follow(under, gateway)).held.has(made.value.id)).toBe(false);
});

test('removing an account removes its peers', async () => {
  const { id: userId } = await makeUser(under);
  const made = await put(userId);
  if (!made.ok) throw new Error('refused');
  const before = await follow(under, gateway);
  await inTransaction(async (trx) => {
    await under.revoke(trx, { userId, slot: null });
    await trx.deleteFrom('users').where('id', '=', userId).execute();
  });
  expect((await follow(under, { id: gateway.id, ...before })).held.has(made.value.id)).toBe(false);
  expect((await follow(under, gateway)).held.has(made.value.id)).toBe(false);
});

test('a gateway that was offline longer than tombstones are kept gets a snapshot', async () => {
  const { id: userId } = await makeUser(under);
  const made = await put(userId);
  if (!made.ok) throw new Error('refused');
  const before = await follow(under, gateway);
  await inTransaction((trx) => withdrawGrant(trx, made.value.id, under.clock.now()));
  under.clock.advance(27 * 3600 * 1000);
  await pruneChanges(under.dependencies.db, under.clock.now());
  const after = await follow(under, { id: gateway.id, ...before });
  expect(after.messages.map(({ type }) => type)).toEqual(['keys', 'snapshot', 'heartbeat']);
  expect(after.held.has(made.value.id)).toBe(false);
});

test('splits a snapshot of many grants', async () => {
  const crowded = await makeGateway(under);
  const { id: userId } = await makeUser(under);
  await sql`
    insert into gateway_grants (gateway_id, user_id, sub, kind, public_key, host, created_at)
    select ${crowded.id}, ${userId}, repeat('s', 22), 'wireguard', encode(sha256(n::text::bytea), 'base64'), 2097152 + n, now()
    from generate_series(1, 2500) n`.execute(under.dependencies.db.withoutPlugins());
  const { messages, held, digest } = await follow(under, crowded);
  const parts = messages.filter((message) => message.type === 'snapshot');
  expect(parts.map(({ part, parts: of }) => [part, of])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(held.size).toBe(2500);
  expect(digest).toBe(new SetDigest([...held.values()].map(grantLine)).value());
});

test('the keys document has an increasing version, and secrets that differ between gateways', async () => {
  const keysOf = async (id: string, keys = under.dependencies.keys) => {
    const stop = new AbortController();
    const dependencies = { ...under.dependencies, keys };
    const next = await followFeed(
      dependencies,
      { gatewayId: id, cursor: 0, kinds: grantKinds, takesAccounts: true },
      stop.signal,
    ).next();
    stop.abort();
    const verifiers = readVerifiers([publishKey(keys.feeds.current)]);
    const opened = openDocument('feed', verifiers, String(next.value));
    const message = feedMessage.parse(opened.ok ? opened.value : null);
    if (message.type !== 'keys') throw new Error('the first line is not about keys');
    return message;
  };
  const other = await makeGateway(under);
  const [one, again, elsewhere] = [
    await keysOf(gateway.id),
    await keysOf(gateway.id),
    await keysOf(other.id),
  ];
  expect(again).toEqual(one);
  expect(elsewhere.version).toBe(one.version);
  expect(elsewhere.openvpn.pepper).not.toBe(one.openvpn.pepper);
  expect(elsewhere.openvpn.tlsCryptV2ServerKey).not.toBe(one.openvpn.tlsCryptV2ServerKey);
  const { keys } = under.dependencies;
  const rotated = await keysOf(gateway.id, {
    ...keys,
    tickets: { current: keys.tickets.next, next: keys.lists.next },
  });
  expect(rotated.version).toBe(one.version + 1);
  const back = await Promise.all(Array.from({ length: 8 }, () => keysOf(gateway.id)));
  expect(new Set(back.map(({ version }) => version))).toEqual(new Set([one.version + 2]));
});
