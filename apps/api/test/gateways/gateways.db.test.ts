import { api, type RequestOf } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  enrolTokenCommand,
  gatewayPresence,
  gatewaysCommand,
  makeEnrolmentToken,
} from '../../src/features/gateways/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  newCertificateRequest,
  newWireguardKey,
  startApi,
} from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { listed } from './exits-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

async function enrol(token: string, certificateRequest?: string) {
  const body = {
    token,
    wireguardPublicKey: newWireguardKey(),
    wireguardPort: 51820,
    doorPort: 443,
    ipv4: '203.0.113.9',
    ipv6: '2001:db8::9',
    certificateRequest: certificateRequest ?? (await newCertificateRequest()),
  };
  return under.call(api.enrolGateway, { body });
}

async function newToken(): Promise<string> {
  return (await makeEnrolmentToken({ ...under.dependencies, operator: 'olga' }, 'nl-ams')) ?? '';
}

const readList = () => listed(under);

test('an enrolment token enrols one gateway, within an hour', async () => {
  const token = await newToken();
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => enrol(token)));
  expect(outcomes.map((response) => codeOf(response.json)).toSorted()).toEqual([
    'enrolment_token_invalid',
    'enrolment_token_invalid',
    'enrolment_token_invalid',
    'enrolment_token_invalid',
    'ok',
  ]);
  const late = await newToken();
  under.clock.advance(3_600_000);
  expect(codeOf((await enrol(late)).json)).toBe('enrolment_token_invalid');
});

test('an invalid certificate request does not use the token up', async () => {
  const token = await newToken();
  expect(codeOf((await enrol(token, 'not a request')).json)).toBe('certificate_request_invalid');
  expect((await enrol(token)).status).toBe(201);
});

test('creates tokens for known locations only', async () => {
  expect(await makeEnrolmentToken({ ...under.dependencies, operator: 'olga' }, 'xx-xxx')).toBeNull();
});

test('the list is signed, and only a change increases its version', async () => {
  const first = await readList();
  expect((await readList()).version).toBe(first.version);
  const gateway = await makeGateway(under, 'jp-tyo');
  const second = await readList();
  expect(second.version).toBeGreaterThan(first.version);
  expect(second.gateways.find((one) => one.id === gateway.id)).toMatchObject({
    location: 'jp-tyo',
    online: true,
    serverName: `gw-${gateway.id}.gateway.comet`,
  });
});

test('a gateway without a report for ninety seconds is offline in the list and for its location', async () => {
  const gateway = await makeGateway(under, 'us-nyc');
  const isOnline = async () => {
    const list = await readList();
    const { locations } = (await under.call(api.listLocations, {})).json as {
      locations: { code: string; online: boolean }[];
    };
    return [
      list.gateways.find((one) => one.id === gateway.id)?.online,
      locations.find((location) => location.code === 'us-nyc')?.online,
    ];
  };
  expect(await isOnline()).toEqual([true, true]);
  under.clock.advance(91_000);
  expect(await isOnline()).toEqual([false, false]);
  await under.call(api.reportHealth, { body: { version: '1', peers: 3, loadPercent: 9 } }, gateway);
  expect(await isOnline()).toEqual([true, true]);
});

test('a gateway that rejects its feed is out of service at once in lists, for tickets and for operators, until it follows again', async () => {
  const gateway = await makeGateway(under, 'gb-lon');
  const sendHealth = (feedFault: 'not_of_now' | null) =>
    under.call(api.reportHealth, { body: { version: '1', peers: 3, loadPercent: 9, feedFault } }, gateway);
  const shown = async () => {
    const list = await readList();
    const presence = await gatewayPresence(under.dependencies.db, gateway.id, under.clock.now());
    const table = await gatewaysCommand({ ...under.dependencies, operator: 'olga' }, ['list']);
    const row = table.split('\n').find((line) => line.startsWith(gateway.id)) ?? '';
    return [
      list.gateways.find((one) => one.id === gateway.id)?.online,
      presence?.online,
      /failing: rejects its feed \(not_of_now\)|online/.exec(row)?.[0],
    ];
  };
  expect(await shown()).toEqual([true, true, 'online']);
  expect((await sendHealth('not_of_now')).status).toBe(204);
  expect(await shown()).toEqual([false, false, 'failing: rejects its feed (not_of_now)']);
  expect((await sendHealth(null)).status).toBe(204);
  expect(await shown()).toEqual([true, true, 'online']);
});

const offers = [
  { variant: 'udp', port: 1194 },
  { variant: 'shadowsocks', port: 8388, method: 'chacha20-ietf-poly1305', password: 'p'.repeat(43) },
  { variant: 'obfs4', port: 9443, cert: 'c'.repeat(70) },
] as const;
const spokenAt = async (code: string) => {
  const { locations } = (await under.call(api.listLocations, {})).json as {
    locations: { code: string; protocols: string[]; variants: string[] }[];
  };
  const { protocols, variants } = locations.find((location) => location.code === code) ?? {};
  return { protocols, variants };
};

test('a location has the protocols that its gateways offer', async () => {
  expect(await spokenAt('fr-par')).toEqual({ protocols: [], variants: [] });
  const gateway = await makeGateway(under, 'fr-par');
  expect(await spokenAt('fr-par')).toEqual({ protocols: ['wireguard'], variants: [] });
  const report = { version: '1', peers: 3, loadPercent: 34, openvpn: { offers: [...offers] } };
  await under.call(api.reportHealth, { body: report }, gateway);
  expect(await spokenAt('fr-par')).toEqual({
    protocols: ['wireguard', 'openvpn'],
    variants: ['udp', 'shadowsocks', 'obfs4'],
  });
  const listedGateway = async () => (await readList()).gateways.find((one) => one.id === gateway.id);
  expect(await listedGateway()).toMatchObject({ openvpn: { offers }, loadPercent: 30 });
  await under.call(api.reportHealth, { body: { ...report, loadPercent: null, openvpn: null } }, gateway);
  expect(await listedGateway()).toMatchObject({ openvpn: null, loadPercent: null });
});

test('the list contains block lists, further WireGuard ports and transports of a gateway, if it reports them', async () => {
  const gateway = await makeGateway(under, 'us-nyc');
  const listedGateway = async () => (await readList()).gateways.find((one) => one.id === gateway.id);
  type Offer = Pick<
    RequestOf<typeof api.reportHealth>['body'],
    'blockLists' | 'moreBlockLists' | 'wireguardExtraPorts' | 'wireguardTransports'
  >;
  const sendHealth = (more: Offer) =>
    under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent: 0, ...more } }, gateway);
  const offer: Offer = {
    blockLists: ['ads', 'malware'],
    moreBlockLists: ['adult', 'social'],
    wireguardExtraPorts: [53, 443],
    wireguardTransports: [
      { kind: 'tcp', port: 443 },
      { kind: 'quic', port: 443 },
    ],
  };
  expect((await sendHealth(offer)).status).toBe(204);
  expect(await listedGateway()).toMatchObject(offer);
  await sendHealth({});
  expect(await listedGateway()).toMatchObject({
    blockLists: [],
    moreBlockLists: [],
    wireguardExtraPorts: [],
    wireguardTransports: [],
  });
});

test.each([
  ['a variant twice', [offers[0], { variant: 'udp', port: 1195 }]],
  ['no variant', []],
  ['a password with a line break', [{ ...offers[1], password: `${'p'.repeat(20)}\nplugin` }]],
  ['a certificate of another length', [{ ...offers[2], cert: 'c'.repeat(69) }]],
])('refuses a report with %s', async (_, bent) => {
  const gateway = await makeGateway(under);
  const report = (given: unknown) =>
    fetch(`${under.baseUrl}${api.reportHealth.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: '1', peers: 0, load_percent: 1, openvpn: { offers: given } }),
    });
  expect((await report(offers)).status).toBe(204);
  expect((await report(bent)).status).toBe(422);
});

test('a gateway renews its certificate with its credential', async () => {
  const gateway = await makeGateway(under);
  const body = { certificateRequest: await newCertificateRequest() };
  const renewed = await under.call(api.renewCertificate, { body }, gateway);
  expect(renewed.status).toBe(201);
  expect(renewed.text).toContain('BEGIN CERTIFICATE');
});

test('an enrolment token leaves an entry in the audit trail, without the token', async () => {
  const deps = { db: under.dependencies.db, clock: under.clock, operator: 'oscar' };
  const token = await enrolTokenCommand(deps, ['nl-ams']);
  const enrolled = await enrol(token);
  await expect(enrolTokenCommand(deps, ['xx-xxx'])).rejects.toThrow('There is no location xx-xxx');
  await expect(enrolTokenCommand(deps, [])).rejects.toThrow('LOCATION');
  const entries = await under.dependencies.db
    .selectFrom('operatorActions')
    .select(['action', 'details'])
    .where('operator', '=', 'oscar')
    .orderBy('id')
    .execute();
  const { gateway_id: id } = enrolled.json as { gateway_id: string };
  expect(entries).toEqual([
    { action: 'create_enrolment_token', details: { location: 'nl-ams' } },
    { action: 'enrol_gateway', details: { id, location: 'nl-ams' } },
  ]);
});
