import { expect, test } from 'vitest';
import type { RunTool } from '../platform/run-tool.ts';
import { currentNetwork } from './network-identity.ts';

/** `ip` on a machine with these default routes and neighbours. */
const ip =
  (routes: unknown, lladdr: string | null, routes6: unknown = []): RunTool =>
  (_, args) =>
    Promise.resolve({
      code: 0,
      stdout: JSON.stringify(
        args.includes('route')
          ? args.includes('-6')
            ? routes6
            : routes
          : lladdr === null
            ? []
            : [{ lladdr }],
      ),
      stderr: '',
    });
const home = [{ dst: 'default', gateway: '192.168.1.1', dev: 'wlan0', metric: 600 }];

test('a network is told by its router: address and hardware', async () => {
  const one = await currentNetwork(ip(home, '02:00:00:00:00:01'), ['comet0']);
  expect(one).toMatchObject({ isNamed: true, name: 'wlan0 behind 192.168.1.1' });
  expect(one?.id).toMatch(/^[0-9a-f]{32}$/);
  expect(await currentNetwork(ip(home, '02:00:00:00:00:01'), ['comet0'])).toEqual(one);
  const copy = await currentNetwork(ip(home, '02:00:00:00:00:02'), ['comet0']);
  expect(copy?.id).not.toBe(one?.id);
});

test('the route that is taken decides, and never the tunnel', async () => {
  const both = [...home, { dst: 'default', gateway: '10.0.0.1', dev: 'eth0', metric: 100 }];
  expect(await currentNetwork(ip(both, 'aa'), ['comet0'])).toMatchObject({ name: 'eth0 behind 10.0.0.1' });
  expect(await currentNetwork(ip([{ dst: 'default', dev: 'comet0' }], 'aa'), ['comet0'])).toBeNull();
});

test('no default route, or an `ip` that says something else, is no network', async () => {
  expect(await currentNetwork(ip([], null), ['comet0'])).toBeNull();
  expect(await currentNetwork(ip({ nonsense: true }, null), ['comet0'])).toBeNull();
});

test.each([
  ['a router that has not been heard of', ip(home, null)],
  ['a modem', ip([{ dst: 'default', dev: 'wwan0' }], null)],
  ['IPv6 alone', ip([], 'aa', [{ dst: 'default', gateway: 'fe80::1', dev: 'wlan0', metric: 600 }])],
])('%s is a network without a name', async (_, run) => {
  expect(await currentNetwork(run, ['comet0'])).toMatchObject({ isNamed: false });
});
