import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetDigest } from '@comet/admission';
import { api, type Grant, grantLine } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotOf } from '../../src/features/gateways/feed/read-feed.store.ts';
import { grantUpstreams, upstreamsCommand } from '../../src/features/upstreams/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { type ApiUnderTest, makeGateway, startApi, type TestGateway } from '../fixture/api-fixture.ts';
import { readChunks, stateOf } from '../feed/chunk-reader.ts';
import { follow } from './feed-follower.ts';
import { exitsOps, listed, makeLiveExit } from './exits-fixture.ts';

let under: ApiUnderTest;
let folder = '';
beforeAll(async () => {
  under = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'comet-upstreams-'));
  await writeFile(join(folder, 'password'), 'a-secret-of-the-provider\n');
});
afterAll(async () => {
  await under.stop();
  await rm(folder, { recursive: true });
});

const sealer = () => createSealer(under.dependencies.keys.seal);
const ops = (...words: string[]) =>
  upstreamsCommand({ ...under.dependencies, sealer: sealer(), operator: 'ada' }, words);
const add = (...more: string[]) =>
  ops('add', 'socks5', 'proxy.example.com', '1080', ...more, '--password-file', join(folder, 'password'));
const right = ['--user', 'me-{session}-country-{country}', '--countries', 'us,DE'];

async function receivedBy({ id }: TestGateway) {
  const source = { db: under.dependencies.db, sealer: sealer(), kinds: ['upstream' as const] };
  const { grants } = await snapshotOf(source, { gatewayId: id, takesAccounts: true }, 0);
  return grants.filter(({ kind }) => kind === 'upstream');
}

const report = (
  gateway: TestGateway,
  upstreams: { upstream: string; country: string; live: boolean; tunnels?: boolean }[],
) => under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent: 1, upstreams } }, gateway);

test('every gateway receives an endpoint, new ones once, and its password is stored encrypted', async () => {
  const gateway = await makeGateway(under);
  await add(...right);
  const late = await makeGateway(under);
  await Promise.all([1, 2, 3].map(() => grantUpstreams(under.dependencies)));
  for (const each of [gateway, late])
    expect(await receivedBy(each)).toEqual([
      expect.objectContaining({
        ...{ kind: 'upstream', protocol: 'socks5', host: 'proxy.example.com', port: 1080, use: 'native' },
        ...{ usernameTemplate: 'me-{session}-country-{country}', countries: ['US', 'DE'] },
        password: 'a-secret-of-the-provider',
      }),
    ]);
  const rows = await under.dependencies.db.selectFrom('upstreams').selectAll().execute();
  const actions = await under.dependencies.db.selectFrom('operatorActions').selectAll().execute();
  expect(JSON.stringify([rows, actions]) + (await ops('list'))).not.toContain('a-secret-of-the-provider');
});

test('counts each of its countries once as covered while a gateway reports it as live', async () => {
  const gateway = await makeGateway(under);
  await grantUpstreams(under.dependencies);
  const [grant] = await receivedBy(gateway);
  const upstream = grant?.id ?? '';
  const reportLive = (live: boolean) =>
    report(gateway, [
      { upstream, country: 'DE', live },
      { upstream, country: 'DE', live },
      { upstream: '00000000-0000-4000-8000-000000000000', country: 'FR', live: true },
    ]);
  const covered = async () => (await under.call(api.showCoverage, {})).json;
  await reportLive(true);
  const germany = { country: 'DE', name: 'Germany', exits: 1, cities: [] };
  expect(await covered()).toEqual({ countries: [{ ...germany, tunnels: 0 }] });
  const other = await makeGateway(under);
  await grantUpstreams(under.dependencies);
  const [its] = await receivedBy(other);
  await report(other, [{ upstream: its?.id ?? '', country: 'DE', live: true, tunnels: true }]);
  expect(await covered()).toEqual({ countries: [{ ...germany, tunnels: 1 }] });
  for (const [reporter, id] of [
    [gateway, upstream],
    [other, its?.id ?? ''],
  ] as const)
    await report(reporter, [{ upstream: id, country: 'DE', live: false, tunnels: true }]);
  expect(await covered()).toEqual({ countries: [] });
});

test('each of its countries is a location, served by the gateways that use it for tunnels', async () => {
  const [without, gateway, home] = [
    await makeGateway(under),
    await makeGateway(under),
    await makeGateway(under),
  ];
  await grantUpstreams(under.dependencies);
  const locationAt = async () => {
    const { json } = await under.call(api.listLocations, {});
    const { locations } = json as { locations: { code: string; online: boolean }[] };
    return locations.find(({ code }) => code === 'us-any-home');
  };
  const through = async () => {
    return (await listed(under)).through;
  };
  const place = {
    country: 'US',
    city: 'Any city',
    type: 'native_residential',
    latitude: 47,
    longitude: -104,
  };
  expect(await locationAt()).toMatchObject({ ...place, online: false });
  const reportTunnels = async (reporter: TestGateway, tunnels: boolean) => {
    const [grant] = await receivedBy(reporter);
    await report(reporter, [{ upstream: grant?.id ?? '', country: 'US', live: true, tunnels }]);
  };
  await reportTunnels(without, false);
  expect([(await locationAt())?.online, await through()]).toEqual([false, []]);
  await reportTunnels(gateway, true);
  expect([(await locationAt())?.online, await through()]).toEqual([
    true,
    [{ location: 'us-any-home', gateways: [gateway.id] }],
  ]);
  await makeLiveExit(under, home);
  expect(await through()).toEqual([
    { location: 'us-any-home', gateways: [gateway.id, home.id].toSorted() },
    { location: 'us-nyc-home', gateways: [home.id] },
  ]);
  await expect(exitsOps(under, 'invite', 'us-any')).rejects.toThrow('any isn’t a city code');
});

test('sends changed rules and limits to every gateway as an endpoint with a new id', async () => {
  const gateway = await makeGateway(under);
  await grantUpstreams(under.dependencies);
  const [before] = await receivedBy(gateway);
  expect(before).toMatchObject({ rules: { ports: [], networks: [], names: [] }, bytesPerSecond: null });
  const [{ id } = { id: '' }] = await under.dependencies.db.selectFrom('upstreams').select('id').execute();
  await ops('rules', id, '--ports', '22,23', '--names', 'Bank.example');
  await ops('cap', id, '--megabits', '8');
  const after = await receivedBy(gateway);
  expect(after).toEqual([
    expect.objectContaining({
      rules: { ports: [22, 23], networks: [], names: ['bank.example'] },
      bytesPerSecond: 1_000_000,
    }),
  ]);
  expect(after[0]?.id).not.toBe(before?.id);
  await ops('cap', id);
  expect((await receivedBy(gateway))[0]).toMatchObject({ bytesPerSecond: null });
  await expect(ops('rules', id)).rejects.toThrow('Specify what to block');
  await expect(ops('cap', gateway.id, '--megabits', '8')).rejects.toThrow('There is no upstream');
});

test('stopping an endpoint takes effect at once, also with later changes, and can be undone', async () => {
  const [gateway, late] = [await makeGateway(under), await makeGateway(under)];
  await grantUpstreams(under.dependencies);
  const [grant] = await receivedBy(gateway);
  await report(gateway, [{ upstream: grant?.id ?? '', country: 'DE', live: true, tunnels: true }]);
  const covered = async () =>
    ((await under.call(api.showCoverage, {})).json as { countries: { country: string }[] }).countries.some(
      ({ country }) => country === 'DE',
    );
  expect(await covered()).toBe(true);
  const [{ id } = { id: '' }] = await under.dependencies.db.selectFrom('upstreams').select('id').execute();
  await Promise.all([ops('stop', id), grantUpstreams(under.dependencies), ops('cap', id, '--megabits', '4')]);
  await ops('rules', id, '--ports', '25');
  await grantUpstreams(under.dependencies);
  expect([...(await receivedBy(gateway)), ...(await receivedBy(late))]).toEqual([]);
  expect(await covered()).toBe(false);
  expect(await ops('list')).toContain('stopped');
  expect(await ops('show', id)).toMatch(/never ports +25\n[^]*megabits a second +4\n/);
  await ops('resume', id);
  for (const each of [gateway, late])
    expect(await receivedBy(each)).toEqual([
      expect.objectContaining({
        ...{ password: 'a-secret-of-the-provider', bytesPerSecond: 500_000 },
        rules: expect.objectContaining({ ports: [25] }) as unknown,
      }),
    ]);
  await ops('cap', id);
  for (const verb of ['show', 'stop', 'resume'])
    for (const wrong of ['x', gateway.id])
      await expect(ops(verb, wrong)).rejects.toThrow('There is no upstream');
});

test('withdraws a removed endpoint from every gateway at once', async () => {
  const gateway = await makeGateway(under);
  await grantUpstreams(under.dependencies);
  const [{ id } = { id: '' }] = await under.dependencies.db.selectFrom('upstreams').select('id').execute();
  await ops('remove', id);
  expect(await receivedBy(gateway)).toEqual([]);
  await expect(ops('remove', id)).rejects.toThrow('There is no upstream');
});

test.each([
  [['--user', 'me{', '--countries', 'US'], 'Specify --user'],
  [['--user', 'me:you', '--countries', 'US'], 'Specify --user'],
  [['--user', 'me {city}', '--countries', 'US'], 'Specify --user'],
  [['--user', 'me', '--countries', 'XX'], 'Not a country'],
  [['--user', 'me', '--countries', 'US', '--use', 'dedicated'], 'The use must be'],
] as const)('upstreams add %j is refused', async (words, reason) => {
  await expect(add(...words)).rejects.toThrow(reason);
});

test('an endpoint whose password cannot be decrypted is left out, and feeds continue', async () => {
  const gateway = await makeGateway(under);
  const before = await follow(under, gateway);
  const lost = { ...under.dependencies, operator: 'ada', sealer: createSealer(Buffer.alloc(32, 9)) };
  const password = join(folder, 'password');
  await upstreamsCommand(lost, [
    ...['add', 'socks5', 'lost.example.com', '1080', ...right, '--password-file', password],
  ]);
  await ops('add', 'socks5', 'kept.example.com', '1080', ...right, '--password-file', password);
  const hostsIn = ({ held }: { readonly held: ReadonlyMap<string, Grant> }) =>
    [...held.values()].flatMap((grant) => (grant.kind === 'upstream' ? [grant.host] : []));
  const after = await follow(under, { id: gateway.id, ...before });
  for (const state of [after, await follow(under, gateway)]) {
    expect(hostsIn(state)).toContain('kept.example.com');
    expect(hostsIn(state)).not.toContain('lost.example.com');
    expect(state.digest).toBe(new SetDigest([...state.held.values()].map(grantLine)).value());
  }
  const shared = stateOf(
    await readChunks(under, { ...under.dependencies, heartbeatMs: 50 }, { gatewayId: gateway.id }),
  );
  expect(hostsIn({ held: new Map(shared.grants.map((grant) => [grant.id, grant])) })).not.toContain(
    'lost.example.com',
  );
});
