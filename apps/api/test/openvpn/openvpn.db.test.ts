import { credentialMac } from '@comet/admission';
import { api } from '@comet/contract';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openvpnSecretsOf } from '../../src/features/gateways/index.ts';
import { fillNewGateways } from '../../src/features/grants/index.ts';
import { readCredentials } from '../../src/features/openvpn/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  startApi,
  type TestGateway,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { columnsContaining } from '../database/search-database.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
let plain: TestGateway;
const offers = [
  { variant: 'udp', port: 1194 },
  { variant: 'tls', port: 8443 },
] as const;
const reportOpenvpn = (one: TestGateway, loadPercent = 10) =>
  under.call(
    api.reportHealth,
    { body: { version: '1', peers: 0, loadPercent, openvpn: { offers: [...offers] } } },
    one,
  );
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
  plain = await makeGateway(under, 'jp-tyo');
  await reportOpenvpn(gateway);
});
afterAll(() => under.stop());

interface Credentials {
  readonly username: string;
  readonly password: string;
}

const show = (user: TestUser) => under.call(api.showOpenvpnCredentials, {}, user);
const shown = async (user: TestUser) => ((await show(user)).json as { credentials: Credentials }).credentials;
const rotate = (user: TestUser, username: string) =>
  under.call(api.rotateOpenvpnCredentials, { body: { username } }, user);
const profile = (user: TestUser, id = gateway.id) =>
  under.call(api.showOpenvpnProfile, { params: { id } }, user);
const choose = (user: TestUser, location: string, variant: 'udp' | 'tcp' | 'tls') =>
  under.call(api.chooseOpenvpnProfile, { query: { location, variant } }, user);

/** The account's credentials at each gateway, in the form for gateways of the release before. */
const macsOf = async ({ id }: TestUser) =>
  (
    await under.dependencies.db
      .selectFrom('gatewayGrants')
      .select(['gatewayId', 'mac'])
      .where('userId', '=', id)
      .where('kind', '=', 'openvpn')
      .where('withdrawnAt', 'is', null)
      .orderBy('gatewayId')
      .execute()
  ).map(({ gatewayId, mac }) => [gatewayId, mac]);

/** The expected entries of gateways that accept only these credentials. */
const macsFor = ({ username, password }: Credentials, gateways: readonly TestGateway[]) =>
  gateways
    .map(({ id }) => id)
    .toSorted()
    .map((id) => {
      const { pepper } = openvpnSecretsOf(under.dependencies.keys.openvpn, id);
      return [id, credentialMac(Buffer.from(pepper, 'base64url'), username, password)];
    });

test('credentials and profiles need a confirmed address and a plan', async () => {
  const [newcomer, unpaid] = [await makeUser(under, { verified: false }), await makeUser(under)];
  for (const request of [
    show,
    (user: TestUser) => rotate(user, 'any'),
    (user: TestUser) => profile(user),
    (user: TestUser) => choose(user, 'nl-ams', 'udp'),
  ]) {
    expect(codeOf((await request(newcomer)).json)).toBe('email_unverified');
    expect(codeOf((await request(unpaid)).json)).toBe('subscription_required');
  }
});

test('thirty concurrent first reads return one pair, which every gateway receives', async () => {
  const user = await makePaidUser(under);
  const responses = await Promise.all(Array.from({ length: 30 }, () => show(user)));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  const pair = await shown(user);
  expect(pair.username).not.toBe(pair.password);
  expect(await macsOf(user)).toEqual(macsFor(pair, [gateway, plain]));
});

test('two accounts never have the same pair, and the database does not contain the password', async () => {
  const [one, another] = [await shown(await makePaidUser(under)), await shown(await makePaidUser(under))];
  expect(one.username).not.toBe(another.username);
  expect(await columnsContaining(under.dependencies.db, one.password)).toEqual([]);
  expect(await columnsContaining(under.dependencies.db, one.username)).toEqual([
    'public.openvpn_credentials.username',
    'public.openvpn_credentials.shared_username',
  ]);
});

test('one of twenty concurrent rotations of a pair succeeds, and only its pair is accepted', async () => {
  const user = await makePaidUser(under);
  const { username } = await shown(user);
  const responses = await Promise.all(Array.from({ length: 20 }, () => rotate(user, username)));
  const won = responses.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(responses.filter(({ json }) => codeOf(json) === 'openvpn_credentials_replaced')).toHaveLength(19);
  const pair = (won[0]!.json as { credentials: Credentials }).credentials;
  expect(await shown(user)).toEqual(pair);
  expect(await macsOf(user)).toEqual(macsFor(pair, [gateway, plain]));
});

test('with many concurrent rotations, there is one pair at any time, and the last one is shown', async () => {
  const user = await makePaidUser(under);
  let watching = true;
  const watch = async () => {
    while (watching) expect(await macsOf(user)).toHaveLength(2);
  };
  await shown(user);
  const watched = watch();
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let turn = 0; turn < 4; turn += 1) await rotate(user, (await shown(user)).username);
    }),
  );
  watching = false;
  await watched;
  expect(await macsOf(user)).toEqual(macsFor(await shown(user), [gateway, plain]));
});

test('a new gateway receives the pairs, and only the new one of a concurrent rotation', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => makePaidUser(under)));
  const unpaid = await makePaidUser(under);
  const pairs = await Promise.all(users.map(shown));
  await shown(unpaid);
  await under.dependencies.db
    .updateTable('subscriptions')
    .set({ accessUntil: under.clock.now(), endedAt: under.clock.now() })
    .where('userId', '=', unpaid.id)
    .execute();
  const joined = await makeGateway(under, 'de-fra');
  const { dependencies } = under;
  const fill = () =>
    fillNewGateways({
      ...dependencies,
      ...dependencies.keys,
      readCredentials: readCredentials(createSealer(dependencies.keys.seal)),
    });
  await Promise.all([
    fill(),
    fill(),
    ...users.slice(2).map((user, at) => rotate(user, pairs[at + 2]!.username)),
  ]);
  await fill();
  for (const user of users) {
    const macs = await macsOf(user);
    expect(macs).toEqual(macsFor(await shown(user), [gateway, plain, joined]));
  }
  const there = await dependencies.db
    .selectFrom('gatewayGrants')
    .select('withdrawnAt')
    .where('gatewayId', '=', joined.id)
    .where('userId', '=', unpaid.id)
    .execute();
  expect(there.every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true);
});

test('a profile contains the authorities and address of its gateway, and a new key each time', async () => {
  const user = await makePaidUser(under);
  const [first, second] = [(await profile(user)).json, (await profile(user)).json] as Record<
    string,
    string
  >[];
  expect(first).toMatchObject({
    server_name: `gw-${gateway.id}.gateway.comet`,
    ipv4: '203.0.113.101',
    ipv6: null,
    offers: [...offers],
  });
  const authorities =
    first!['ca']!.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g) ?? [];
  expect(authorities.join('')).toBe(first!['ca']);
  expect(authorities.map((pem) => new X509Certificate(pem).ca)).toEqual([true, true]);
  const key = 'tls_crypt_v2_client_key';
  expect(first![key]).toMatch(/^-----BEGIN OpenVPN tls-crypt-v2 client key-----\n/);
  expect(first![key]).not.toBe(second![key]);
});

test('reports a gateway or location without OpenVPN, or without the variant', async () => {
  const user = await makePaidUser(under);
  expect(codeOf((await profile(user, plain.id)).json)).toBe('protocol_unavailable');
  expect(codeOf((await profile(user, crypto.randomUUID())).json)).toBe('not_found');
  expect(codeOf((await choose(user, 'jp-tyo', 'udp')).json)).toBe('protocol_unavailable');
  expect(codeOf((await choose(user, 'nl-ams', 'tcp')).json)).toBe('protocol_unavailable');
  expect(codeOf((await choose(user, 'fr-par', 'udp')).json)).toBe('gateway_unavailable');
});

test('chooses the least loaded online gateway of a location that offers the variant', async () => {
  const user = await makePaidUser(under);
  const other = await makeGateway(under);
  await reportOpenvpn(other, 90);
  const chosen = async () =>
    ((await choose(user, 'nl-ams', 'tls')).json as { server_name?: string }).server_name;
  expect(await chosen()).toContain(gateway.id);
  await reportOpenvpn(gateway, 100);
  expect(await chosen()).toContain(other.id);
  under.clock.advance(91_000);
  expect(codeOf((await choose(user, 'nl-ams', 'tls')).json)).toBe('gateway_unavailable');
  await reportOpenvpn(gateway);
  expect(await chosen()).toContain(gateway.id);
});
