import { expect, test } from 'vitest';
import type { RunTool } from '../platform/run-tool.ts';
import { currentNetwork } from './network-identity.ts';

/** `ip` on a machine with these default routes and neighbours. */
const ip =
  (routes: unknown, lladdr: string | null): RunTool =>
  (_, args) =>
    Promise.resolve({
      code: 0,
      stdout: JSON.stringify(args.includes('route') ? routes : lladdr === null ? [] : [{ lladdr }]),
      stderr: '',
    });
const home = [{ dst: 'default', gateway: '192.168.1.1', dev: 'wlan0', metric: 600 }];

test('a network is told by its router: address and hardware', async () => {
  const one = await currentNetwork(ip(home, '02:00:00:00:00:01'), ['comet0']);
  expect(one?.name).toBe('wlan0 behind 192.168.1.1');
  expect(one?.id).toMatch(/^[0-9a-f]{32}$/);
  expect(await currentNetwork(ip(home, '02:00:00:00:00:01'), ['comet0'])).toEqual(one);
  const copy = await currentNetwork(ip(home, '02:00:00:00:00:02'), ['comet0']);
  expect(copy?.id).not.toBe(one?.id);
});

test('the route that is taken decides, and never the tunnel', async () => {
  const both = [...home, { dst: 'default', gateway: '10.0.0.1', dev: 'eth0', metric: 100 }];
  expect((await currentNetwork(ip(both, 'aa'), ['comet0']))?.name).toContain('eth0');
  expect(await currentNetwork(ip([{ dst: 'default', dev: 'comet0' }], 'aa'), ['comet0'])).toBeNull();
});

test('no network, a router that has not been heard of, or an `ip` that says something else, is none', async () => {
  expect(await currentNetwork(ip([], null), ['comet0'])).toBeNull();
  expect(await currentNetwork(ip(home, null), ['comet0'])).toBeNull();
  expect(await currentNetwork(ip({ nonsense: true }, null), ['comet0'])).toBeNull();
});
