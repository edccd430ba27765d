import { api, type ReplyOf } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewaysCommand } from '../../src/features/gateways/index.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';
import { listed } from './exits-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

test('a draining gateway is not offered, is not an outage, and is offered again after undrain', async () => {
  const { id } = await makeGateway(under, 'de-fra');
  const deps = { db: under.dependencies.db, clock: under.clock, operator: 'olga' };
  const shown = async () => {
    const list = await listed(under);
    const status = (await under.call(api.showStatus, {})).json as ReplyOf<typeof api.showStatus>;
    const frankfurt = status.cities.find(({ code }) => code === 'de-fra');
    return {
      online: list.gateways.find((gateway) => gateway.id === id)?.online,
      city: frankfurt?.state,
    };
  };
  expect(await shown()).toEqual({ online: true, city: 'working' });
  expect(await gatewaysCommand(deps, ['drain', '--force', id])).toContain('gets no new connections');
  expect(await shown()).toEqual({ online: false, city: 'none' });
  expect(await gatewaysCommand(deps, ['list'])).toMatch(new RegExp(`${id} .*draining`));
  await expect(gatewaysCommand(deps, ['drain', id])).rejects.toThrow('no gateway');
  await gatewaysCommand(deps, ['undrain', id]);
  expect(await shown()).toEqual({ online: true, city: 'working' });
  await expect(gatewaysCommand(deps, ['undrain', id])).rejects.toThrow('no gateway');
  await expect(gatewaysCommand(deps, ['drain', 'nl-ams'])).rejects.toThrow('Not a gateway ID');
  const actions = await under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'action'])
    .where('action', 'in', ['drain_gateway', 'resume_gateway'])
    .orderBy('id')
    .execute();
  expect(actions).toEqual([
    { operator: 'olga', action: 'drain_gateway' },
    { operator: 'olga', action: 'resume_gateway' },
  ]);
});

test('a drain with a deadline is in the signed list until the drain ends, and the deadline can be changed', async () => {
  const gateway = await makeGateway(under, 'de-fra');
  const [{ id }, { db }] = [gateway, under.dependencies];
  const run = (...args: string[]) => gatewaysCommand({ db, clock: under.clock, operator: 'olga' }, args);
  const listedGateway = async () => (await listed(under)).gateways.find((one) => one.id === id);
  const state = async () => (await run('list')).split('\n').find((row) => row.startsWith(id)) ?? '';
  const drain = (...args: string[]) => run('drain', '--force', id, ...args);
  const deadline = (ms: number) => Math.floor((under.clock.now().getTime() + ms) / 1000);
  await drain();
  expect(await listedGateway()).not.toHaveProperty('drainingUntil');
  // Reading the list passes time.
  const later = deadline(7_200_000);
  expect(await drain('--within', '2h')).toContain('clients move to another gateway');
  expect(await listedGateway()).toMatchObject({ online: false, drainingUntil: later });
  const sooner = deadline(1_800_000);
  await drain('--within', '30m');
  expect((await listedGateway())?.drainingUntil).toBe(sooner);
  expect(await state()).toMatch(/draining until 20\d\d-\d\d-\d\d \d\d:\d\d UTC/);
  for (const at of ['--within=9m', '--within=31d', '--until=2020-01-01'])
    await expect(drain(at), at).rejects.toThrow('10 minutes to 30 days');
  await expect(drain('--within', '1w')).rejects.toThrow('Not a duration such as 30m');
  await expect(drain('--within', '1h', '--until', '2030-01-01')).rejects.toThrow('not both');
  under.clock.advance(41 * 60_000);
  await under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent: 1 } }, gateway);
  expect(await state()).toContain(' drained ');
  await run('undrain', id);
  expect(await listedGateway()).not.toHaveProperty('drainingUntil');
  await run('retire', id);
});

test('the only serving gateway of a location drains with --force only, also when two drain at once', async () => {
  const run = (...args: string[]) => gatewaysCommand({ ...under.dependencies, operator: 'olga' }, args);
  const report = (gateway: Awaited<ReturnType<typeof makeGateway>>) =>
    under.call(api.reportHealth, { body: { version: '1', peers: 12, loadPercent: 1 } }, gateway);
  const [first, second] = [await makeGateway(under, 'gb-lon'), await makeGateway(under, 'gb-lon')];
  for (let round = 0; round < 5; round += 1) {
    for (const gateway of [first, second]) await report(gateway);
    const outcomes = await Promise.allSettled([first, second].map(({ id }) => run('drain', id)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused).toMatch(/No other gateway serves gb-lon, and 12 tunnels are open here\. .* use --force/);
    for (const { id } of [first, second]) await run('undrain', id).catch(() => null);
  }
  await run('drain', first.id);
  await expect(run('drain', second.id, '--within', '2h')).rejects.toThrow('No other gateway serves');
  expect(await run('drain', '--force', second.id, '--within', '2h')).toContain('clients move');
  for (const { id } of [first, second]) await run('undrain', id);
  under.clock.advance(91_000);
  await report(second);
  await expect(run('drain', second.id)).rejects.toThrow('No other gateway serves');
  expect(await run('drain', first.id)).toContain('gets no new connections');
});
