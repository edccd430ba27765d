import { api, type ReplyOf } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewaysCommand } from '../../src/features/gateways/index.ts';
import { locationsCommand } from '../../src/features/locations/index.ts';
import { heartbeatMs, openStream } from '../feed/open-streams.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const week = 7 * 24 * 3600 * 1000;
type Gateway = Awaited<ReturnType<typeof makeGateway>>;

const shown = async (gateway: Gateway) =>
  (await under.call(api.showPortForwarding, {}, gateway)).json as ReplyOf<typeof api.showPortForwarding>;
const block = (...words: string[]) => {
  const { db, clock } = under.dependencies;
  return gatewaysCommand({ db, clock, operator: 'grace' }, ['block-port', ...words]);
};
const feature = (features: string[]) =>
  under.dependencies.db.updateTable('locations').set({ features }).where('code', '=', 'nl-ams').execute();

test('a gateway receives the switch of its location', async () => {
  const gateway = await makeGateway(under, 'nl-ams');
  await feature(['p2p']);
  expect(await shown(gateway)).toEqual({ enabled: false, blocks: [] });
  await feature(['p2p', 'port_forwarding']);
  expect(await shown(gateway)).toEqual({ enabled: true, blocks: [] });
});

test('switching a location on or off, or blocking a port, sends its gateways a heartbeat at once, which announces it', async () => {
  const { db } = under.dependencies;
  const [gateway, elsewhere] = [await makeGateway(under, 'nl-ams'), await makeGateway(under, 'jp-tyo')];
  await feature(['p2p']);
  const deps = { ...under.dependencies, heartbeatMs };
  const streams = [gateway, elsewhere].map(({ id }) => openStream(under, deps, id));
  const versions = () =>
    streams.map(({ heartbeats }) => heartbeats().map(({ portForwarding }) => portForwarding));
  await expect.poll(() => versions().map((all) => all.length)).toEqual([1, 1]);
  const set = (features: string) =>
    locationsCommand({ db, clock: under.clock, operator: 'grace' }, [
      'set',
      'nl-ams',
      '--features',
      features,
    ]);
  await set('p2p,port_forwarding');
  await expect.poll(() => versions()[0]?.length, { timeout: 1_000 }).toBe(2);
  await block(gateway.id, '41234');
  await expect.poll(() => versions()[0]?.length, { timeout: 1_000 }).toBe(3);
  await set('p2p');
  await expect.poll(() => versions()[0]?.length, { timeout: 1_000 }).toBe(4);
  expect(new Set(versions()[0]).size).toBe(4);
  expect(versions()[1]).toHaveLength(1);
  expect(await shown(gateway)).toMatchObject({ enabled: false, blocks: [{ port: 41_234 }] });
  const actions = await db
    .selectFrom('operatorActions')
    .select(['operator', 'action', 'details'])
    .where('action', '=', 'set_location')
    .orderBy('id')
    .execute();
  expect(actions).toEqual(
    [['p2p', 'port_forwarding'], ['p2p']].map((features) => ({
      ...{ operator: 'grace', action: 'set_location', details: { code: 'nl-ams', features } },
    })),
  );
  await Promise.all(streams.map((stream) => stream.close()));
  await db.deleteFrom('gatewayPortBlocks').execute();
});

test('a gateway receives the blocks of its own ports for a week', async () => {
  const gateway = await makeGateway(under, 'nl-ams');
  const other = await makeGateway(under, 'nl-ams');
  const { ipv4 } = await under.dependencies.db
    .selectFrom('gateways')
    .select('ipv4')
    .where('id', '=', gateway.id)
    .executeTakeFirstOrThrow();
  expect(await block(gateway.id, '41234')).toContain(`Port 41234 of ${ipv4}:`);
  await block(gateway.id, '41235', '--address', '203.0.113.9');
  const { blocks } = await shown(gateway);
  expect(blocks.map(({ address, port }) => ({ address, port }))).toEqual(
    expect.arrayContaining([
      { address: ipv4, port: 41_234 },
      { address: '203.0.113.9', port: 41_235 },
    ]),
  );
  expect((await shown(other)).blocks).toEqual([]);
  const action = await under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'action', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  expect(action).toMatchObject({ operator: 'grace', action: 'block_forwarded_port' });
  under.clock.advance(week);
  expect((await shown(gateway)).blocks).toEqual([]);
  await block(other.id, '41236');
  const left = await under.dependencies.db.selectFrom('gatewayPortBlocks').select('port').execute();
  expect(left).toEqual([{ port: 41_236 }]);
});

test.each([
  [['not-an-id', '41234'], 'Not'],
  [['0b9b0a8e-6c1b-4a52-9a4e-0d5f3f0a6d11', '41234'], 'There is no gateway'],
])('refuses %j', async (words, sentence) => {
  await expect(block(...words)).rejects.toThrow(sentence);
});

test.each([
  [['0'], 'Not a port: 0'],
  [['65536'], 'Not a port: 65536'],
  [['x'], 'Not a port: x'],
  [['41234', '--address', '2001:db8::1'], 'Not an IPv4 address: 2001:db8::1'],
])('refuses the port %j', async (words, sentence) => {
  const { id } = await makeGateway(under, 'nl-ams');
  await expect(block(id, ...words)).rejects.toThrow(sentence);
});
