import { checkDeviceLogin, readDeviceLogin, subjectWith } from '@comet/admission';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnCredentials, fillNewGateways } from '../../src/features/grants/index.ts';
import { openvpnSecretsOf } from '../../src/features/gateways/index.ts';
import { readCredentials } from '../../src/features/openvpn/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  startApi,
  type TestGateway,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { openvpnCalls } from './openvpn-calls.ts';

/** Gateways of this release and of the one before, with credentials of all gateways and devices' logins. */

let under: ApiUnderTest;
let calls: ReturnType<typeof openvpnCalls>;
let gateways: TestGateway[];
beforeAll(async () => {
  under = await startApi();
  calls = openvpnCalls(under);
  gateways = [await calls.addGateway(), await calls.addGateway()];
});
afterAll(() => under.stop());

test("a device's login contains no grant, and ends with its device or account, also weeks later", async () => {
  const user = await makePaidUser(under);
  const laptop = await calls.addDevice(user);
  await calls.show(user);
  under.clock.advance(22 * 24 * 3_600_000);
  const here = gateways[0]!;
  const there = gateways[1]!;
  for (const gateway of [here, there]) await calls.reportOpenvpn(gateway);
  const [one, other] = [await calls.login(user, laptop, here), await calls.login(user, laptop, there)];
  const pepperOf = ({ id }: TestGateway) =>
    Buffer.from(openvpnSecretsOf(under.dependencies.keys.openvpn, id).pepper, 'base64url');
  expect(checkDeviceLogin(pepperOf(here), one)).toBe(true);
  expect(checkDeviceLogin(pepperOf(there), one)).toBe(false);
  const [claims, otherClaims] = [one, other].map(({ username }) => readDeviceLogin(username));
  expect(claims?.sub).not.toBe(otherClaims?.sub);
  await under.call(api.removeDevice, { params: { id: laptop } }, user);
  const revoked = await under.dependencies.db
    .selectFrom('gatewayChanges')
    .select(['slot', 'notBefore'])
    .where('gatewayId', '=', here.id)
    .where('sub', '=', claims?.sub ?? '')
    .execute();
  expect(revoked.map(({ slot }) => slot)).toEqual([claims?.slot]);
  const removed = await calls.changesOf(() => calls.revokeAll(user));
  const derived = removed
    .flatMap(({ accountKeys }) => accountKeys ?? [])
    .map((key) => subjectWith(key, here.id));
  expect(derived).toContain(claims?.sub);
});

test('a gateway of the release before has a row of its own, until it is upgraded, and again after a downgrade', async () => {
  const old = await makeGateway(under, 'jp-tyo');
  await calls.openFeed(old, 'previous');
  const user = await makePaidUser(under);
  await calls.show(user);
  const kinds = async () =>
    new Set((await calls.grantsOf(user)).map(({ gatewayId, kind }) => `${gatewayId} ${kind}`));
  expect(await kinds()).toEqual(new Set([`${old.id} openvpn`, 'null credential']));
  await calls.reportOpenvpn(old);
  const laptop = await calls.addDevice(user);
  const [own] = (await calls.grantsOf(user)).filter(({ gatewayId }) => gatewayId === old.id);
  expect((await calls.login(user, laptop, old)).username).toContain(own?.id);
  await calls.openFeed(old, 'current');
  await calls.rotate(user, await calls.show(user));
  expect(await kinds()).toEqual(new Set(['null credential']));
  expect(readDeviceLogin((await calls.login(user, laptop, old)).username)).not.toBeNull();
  await calls.openFeed(old, 'previous');
  const deps = calls.withSealer();
  await fillNewGateways({ ...deps, readCredentials: readCredentials(deps.sealer) });
  expect(await kinds()).toEqual(new Set([`${old.id} openvpn`, 'null credential']));
  await calls.openFeed(old, 'current');
});

test('the rows of an upgraded gateway are withdrawn after a day, and only those with a credential of all gateways', async () => {
  const old = await makeGateway(under, 'jp-tyo');
  await calls.openFeed(old, 'previous');
  const [user, unshared] = [await makePaidUser(under), await makePaidUser(under)];
  for (const one of [user, unshared]) await calls.show(one);
  const deps = calls.withSealer();
  await deps.db
    .deleteFrom('gatewayGrants')
    .where('userId', '=', unshared.id)
    .where('kind', '=', 'credential')
    .execute();
  const ownOf = async (one: TestUser) =>
    (await calls.grantsOf(one)).flatMap(({ id, gatewayId }) => (gatewayId === old.id ? [id] : []));
  const [own] = await ownOf(user);
  await calls.openFeed(old, 'current');
  expect(await deleteOwnCredentials(deps)).toBe(0);
  under.clock.advance(25 * 3_600_000);
  let deleted: number[] = [];
  const changes = await calls.changesOf(async () => {
    deleted = await Promise.all([deleteOwnCredentials(deps), deleteOwnCredentials(deps)]);
  });
  // Rows of other tests' accounts may be due as well.
  expect(deleted).toHaveLength(2);
  expect(changes).toHaveLength((deleted[0] ?? 0) + (deleted[1] ?? 0));
  expect(changes.filter(({ grantId }) => grantId === own)).toMatchObject([
    { gatewayId: old.id, kind: 'withdraw' },
  ]);
  expect([await ownOf(user), await ownOf(unshared)]).toMatchObject([[], [expect.any(String)]]);
});
