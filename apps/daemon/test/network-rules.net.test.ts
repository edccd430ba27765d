import { expect, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';

const network = signedInTestNetwork();

/** Whether a neighbour responds on the network link itself, independently of routes. */
const reachesLan = async () =>
  (await network.inClient('ping', '-c1', '-W1', '-I', 'eth0', addresses.lanNeighbour)).code === 0;

test('a rule applies in its network only: leaving it blocks the local network again', async () => {
  // The router's hardware address is resolved only after traffic to it, as in every network in use.
  await network.inClient('ping', '-c1', '-W1', addresses.far);
  await network.comet('connect', 'nl-ams');
  // The control: without a rule the local network is blocked.
  expect(await reachesLan()).toBe(false);
  const set = await network.comet(
    'network',
    'set',
    '--name',
    'office',
    '--lan',
    'on',
    '--transport',
    'openvpn',
  );
  expect(set).toMatchObject({ code: 0 });
  expect(await reachesLan()).toBe(true);
  await network.reaches('connected');
  const { tunnel, networkRule, settings } = await network.snapshot();
  expect(tunnel).toMatchObject({ link: { protocol: 'openvpn' } });
  expect([networkRule, settings.allowLan, settings.protocol]).toEqual(['office', false, 'automatic']);

  const route = (await network.inClient('ip', 'route', 'show', 'default')).stdout.trim().split(/\s+/);
  await network.inClient('ip', 'route', 'del', 'default');
  await expect.poll(async () => (await network.snapshot()).networkRule, { timeout: 20_000 }).toBeUndefined();
  expect(await reachesLan()).toBe(false);
  await network.inClient('ip', 'route', 'add', ...route);
  await network.inClient('ping', '-c1', '-W1', addresses.far);
  await expect.poll(async () => (await network.snapshot()).networkRule, { timeout: 20_000 }).toBe('office');
  // Lockdown: the rule no longer allows the local network.
  await network.comet('lockdown', 'on');
  expect(await reachesLan()).toBe(false);
});
