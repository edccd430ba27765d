import { randomUUID } from 'node:crypto';
import { credentialKey, credentialVerifier, SetDigest } from '@comet/admission';
import { api, type Grant, grantLine } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnCredentials, restoreAllOf, setProxiesHalted } from '../../src/features/grants/index.ts';
import { shareProxyUsers } from '../../src/features/residential-proxy/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  startApi,
  type TestGateway,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { readChunks, stateOf } from '../feed/chunk-reader.ts';
import { follow } from '../gateways/feed-follower.ts';
import { openvpnCalls } from '../openvpn/openvpn-calls.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { giveBytes } from './data-fixture.ts';
import { addProxyUser, change, type ShownUser } from './proxy-users-fixture.ts';

/** Proxy users of all gateways: one row and one change for any number of gateways. */

let under: ApiUnderTest;
let calls: ReturnType<typeof openvpnCalls>;
let gateways: TestGateway[];
beforeAll(async () => {
  under = await startApi();
  calls = openvpnCalls(under);
  gateways = [await calls.addGateway(), await calls.addGateway()];
});
afterAll(() => under.stop());

const product = 'residential_proxy';
const verifierOf = ({ username, password }: ShownUser) =>
  credentialVerifier(credentialKey(username, password));

/** The proxy users in a gateway's state, read from nothing. */
async function usersAt({ id }: TestGateway, { username }: ShownUser): Promise<readonly Grant[]> {
  const deps = { ...under.dependencies, heartbeatMs: 50 };
  const { grants } = stateOf(await readChunks(under, deps, { gatewayId: id }));
  return grants.filter((grant) => 'username' in grant && grant.username === username);
}

const renew = async (owner: TestUser, { id }: ShownUser) =>
  ((await under.call(api.renewProxyPassword, { params: { id } }, owner)).json as { user: ShownUser }).user;

const draw = (at: TestGateway, quotaAccount: string) =>
  under.call(api.reserveQuota, { body: { purse: quotaAccount, request: randomUUID() } }, at);

test('every change of a user is one row and at most two changes, whatever the number of gateways', async () => {
  for (const more of [0, 10]) {
    for (let count = 0; count < more; count += 1) gateways.push(await calls.addGateway());
    const owner = await makePaidUser(under);
    let user: ShownUser | undefined;
    const added = await calls.changesOf(async () => (user = await addProxyUser(under, owner)));
    if (user === undefined) throw new Error('no user');
    const { id } = user;
    const [row, ...others] = await calls.grantsOf(owner);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      gatewayId: null,
      kind: 'proxyuser',
      mac: verifierOf(user),
      withdrawnAt: null,
    });
    expect(added).toMatchObject([{ gatewayId: null, kind: 'grant', grantId: row?.id }]);
    const grant = {
      ...{ kind: 'proxyuser', id: row?.id, username: user.username, verifier: verifierOf(user) },
      ...{ addresses: [], proven: [], limits: { connections: 500, bytesPerSecond: null } },
    };
    for (const gateway of gateways.slice(-2)) expect(await usersAt(gateway, user)).toEqual([grant]);
    const renewed = await calls.changesOf(async () => (user = await renew(owner, { ...user!, id })));
    const [next] = await calls.grantsOf(owner);
    expect(renewed).toMatchObject([
      { gatewayId: null, kind: 'withdraw', grantId: row?.id },
      { gatewayId: null, kind: 'grant', grantId: next?.id },
    ]);
    expect(await usersAt(gateways.at(-1)!, user)).toMatchObject([{ verifier: verifierOf(user) }]);
    const removed = await calls.changesOf(() => under.call(api.removeProxyUser, { params: { id } }, owner));
    expect(removed).toMatchObject([{ gatewayId: null, kind: 'withdraw', grantId: next?.id }]);
    expect(await calls.grantsOf(owner)).toEqual([]);
    expect(await usersAt(gateways.at(-1)!, user)).toEqual([]);
    const accounts = await under.dependencies.db
      .selectFrom('dataQuotaAccounts')
      .select('id')
      .where('userId', '=', owner.id)
      .execute();
    expect(accounts).toEqual([]);
  }
});

test('the deletion of an account is one change for its sessions and one for each user', async () => {
  const owner = await makePaidUser(under);
  const users = [await addProxyUser(under, owner), await addProxyUser(under, owner)];
  const removed = await calls.changesOf(() => calls.remove(owner));
  expect(removed.map(({ gatewayId, kind }) => [gatewayId, kind])).toEqual([
    [null, 'withdraw'],
    [null, 'withdraw'],
    [null, 'revoke_account'],
  ]);
  for (const user of users) expect(await usersAt(gateways[0]!, user)).toEqual([]);
});

test('a gateway that follows its feed applies the changes, and has the digest of its heartbeats', async () => {
  const [gateway] = gateways;
  if (gateway === undefined) throw new Error('no gateway');
  let state = await follow(under, gateway);
  const next = async () => {
    state = await follow(under, { id: gateway.id, cursor: state.cursor, held: state.held });
    expect(state.digest).toBe(new SetDigest([...state.held.values()].map(grantLine)).value());
    return new Set([...state.held.values()].flatMap((one) => (one.kind === 'proxyuser' ? one.verifier : [])));
  };
  const owner = await makePaidUser(under);
  const user = await addProxyUser(under, owner);
  expect(await next()).toContain(verifierOf(user));
  await change(under, owner, user.id, { addresses: ['203.0.113.7'] });
  expect(await next()).toContain(verifierOf(user));
  await change(under, owner, user.id, { enabled: false });
  expect(await next()).not.toContain(verifierOf(user));
  await change(under, owner, user.id, { enabled: true });
  const renewed = await renew(owner, user);
  expect(await next()).toContain(verifierOf(renewed));
  await calls.remove(owner);
  expect(await next()).not.toContain(verifierOf(renewed));
});

test('a gateway draws by the id of the grant, from a quota account of its own, until the grant is replaced', async () => {
  const owner = await makePaidUser(under);
  await giveBytes(under, { userId: owner.id, product }, 500_000_000);
  const user = await addProxyUser(under, owner);
  const [before] = await usersAt(gateways[0]!, user);
  const drawn = await Promise.all(
    gateways.slice(0, 2).flatMap((at) => [draw(at, before!.id), draw(at, before!.id)]),
  );
  expect(drawn.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const accounts = await under.dependencies.db
    .selectFrom('dataQuotaAccounts')
    .select(['gatewayId', 'proxyUserId'])
    .where('userId', '=', owner.id)
    .orderBy('id')
    .execute();
  expect(new Set(accounts.map(({ gatewayId }) => gatewayId))).toEqual(
    new Set(gateways.slice(0, 2).map(({ id }) => id)),
  );
  expect(accounts).toHaveLength(2);
  await change(under, owner, user.id, { limitBytes: 1_000_000 });
  const [after] = await usersAt(gateways[1]!, user);
  if (after?.kind !== 'proxyuser') throw new Error('no user');
  const slices = drawn.map(({ json }) => (json as { slice: string }).slice);
  expect(after.sliceLimits?.map(({ slice }) => slice).toSorted()).toEqual(slices.toSorted());
  expect((await draw(gateways[0]!, before!.id)).status).toBe(404);
  await calls.remove(owner);
  expect((await draw(gateways[0]!, after.id)).status).not.toBe(201);
});

test('stopped spending and an ended plan withdraw a user by one change, and both ends restore it', async () => {
  const owner = await makePaidUser(under);
  const user = await addProxyUser(under, owner);
  const within = under.dependencies.db.transaction();
  const now = under.clock.now();
  for (const halted of [true, false]) {
    const changes = await calls.changesOf(() =>
      within.execute((trx) => setProxiesHalted(trx, { userId: owner.id, halted, now })),
    );
    expect(changes).toMatchObject([{ gatewayId: null, kind: halted ? 'withdraw' : 'grant' }]);
    expect(await usersAt(gateways[0]!, user)).toHaveLength(halted ? 0 : 1);
  }
  const withdrawn = await calls.changesOf(() => calls.revokeAll(owner));
  expect(withdrawn.map(({ kind }) => kind)).toEqual(['withdraw', 'revoke_account']);
  await calls.changesOf(() => within.execute((trx) => restoreAllOf(trx, owner.id, now)));
  expect(await usersAt(gateways[0]!, user)).toHaveLength(1);
});

test('with concurrent changes, removals and a deletion, no user stays in force', async () => {
  for (let round = 0; round < 4; round += 1) {
    const owner = await makePaidUser(under);
    const [one, other] = [await addProxyUser(under, owner), await addProxyUser(under, owner)];
    await Promise.all([
      ...[renew(owner, one), renew(owner, one), renew(owner, other)],
      change(under, owner, one.id, { addresses: ['203.0.113.7'] }),
      under.call(api.removeProxyUser, { params: { id: other.id } }, owner),
      ...(round % 2 === 0 ? [calls.remove(owner)] : []),
    ]);
    const rows = await calls.grantsOf(owner);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.withdrawnAt === null).toBe(round % 2 === 1);
    const listed = round % 2 === 0 ? [] : [rows[0]?.id];
    expect((await usersAt(gateways[0]!, one)).map(({ id }) => id)).toEqual(listed);
    expect(await usersAt(gateways[0]!, other)).toEqual([]);
  }
});

test('a gateway of the release before has a row of its own until a day after its upgrade', async () => {
  const old = await makeGateway(under, 'jp-tyo');
  await calls.openFeed(old, 'previous');
  const owner = await makePaidUser(under);
  const user = await addProxyUser(under, owner);
  const kinds = async () =>
    new Set((await calls.grantsOf(owner)).map(({ gatewayId, kind }) => `${gatewayId} ${kind}`));
  const both = new Set([`${old.id} proxy`, 'null proxyuser']);
  expect(await kinds()).toEqual(both);
  await calls.openFeed(old, 'current');
  const deps = calls.withSealer();
  await deleteOwnCredentials(deps);
  expect(await kinds()).toEqual(both);
  // It receives both, and uses that of all gateways.
  expect((await usersAt(old, user)).map(({ kind }) => kind).toSorted()).toEqual(['proxy', 'proxyuser']);
  under.clock.advance(25 * 3_600_000);
  await Promise.all([deleteOwnCredentials(deps), deleteOwnCredentials(deps)]);
  expect(await kinds()).toEqual(new Set(['null proxyuser']));
});

test('users of the release before are shared once, in force only with access', async () => {
  const { db } = under.dependencies;
  const [paid, unpaid] = [await makePaidUser(under), await makePaidUser(under)];
  const users = [await addProxyUser(under, paid), await addProxyUser(under, unpaid)];
  const owners = [paid.id, unpaid.id];
  await db.deleteFrom('gatewayGrants').where('userId', 'in', owners).execute();
  await db.updateTable('proxyUsers').set({ sharedAt: null }).where('userId', 'in', owners).execute();
  await db
    .updateTable('subscriptions')
    .set({ endedAt: under.clock.now() })
    .where('userId', '=', unpaid.id)
    .execute();
  const deps = calls.withSealer();
  // Not while an older release may run beside this one.
  const later = { ...deps.subjects, accountKeysFrom: 1e6 };
  expect(await shareProxyUsers({ ...deps, subjects: later })).toBe(0);
  const counts = await Promise.all([shareProxyUsers(deps), shareProxyUsers(deps)]);
  expect(Math.max(...counts)).toBe(2);
  expect(await shareProxyUsers(deps)).toBe(0);
  const rows = await Promise.all([calls.grantsOf(paid), calls.grantsOf(unpaid)]);
  expect(rows.map((found) => found.map(({ mac, withdrawnAt }) => [mac, withdrawnAt === null]))).toEqual(
    users.map((user, at) => [[verifierOf(user), at === 0]]),
  );
});
