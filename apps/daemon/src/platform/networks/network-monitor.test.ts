import { logInto } from '../../../test/log-into.ts';
import { expect, test, vi } from 'vitest';
import { isForeign, isOwn, watchNetwork } from './network-monitor.ts';

const links = ['comet0', 'comet0-ovpn'];

test.each([
  '3: eth0    inet 192.168.1.7/24 brd 192.168.1.255 scope global eth0',
  'default via 192.168.1.1 dev wlan0 proto dhcp metric 600',
  'Deleted default via 192.168.1.1 dev wlan0',
])('reports another network: %s', (line) => {
  expect(isForeign(line, links)).toBe(true);
});

test.each([
  '',
  '9: comet0-ovpn: <POINTOPOINT,UP> mtu 1500 qdisc fq_codel state UNKNOWN \\    link/none',
  'default dev comet0 table 51870 scope link',
  'local fd00:c0:e7:21::7 dev lo table local proto kernel metric 0 pref medium',
  'Deleted local 100.64.3.4 dev comet0 table local',
  '5000:\tnot from all fwmark 0xc0e7 lookup 51870',
])('ignores changes by our own tunnel: %s', (line) => {
  expect(isForeign(line, links)).toBe(false);
});

test.each([
  'Deleted default dev comet0 table 51870 scope link',
  'Deleted 5000:\tnot from all fwmark 0xc0e7 lookup 51870',
  '100:\tfrom all lookup main',
])('reports a change of our own routes, or of rules, as such: %s', (line) => {
  expect(isOwn(line, links)).toBe(true);
  expect(isForeign(line, links)).toBe(false);
});

test('restarts a watch that ends, and reports a change because events may be lost', async () => {
  const changed = vi.fn<() => void>();
  const log: string[] = [];
  const ownChanged = vi.fn<() => void>();
  const listeners = { onChange: changed, onOwnChange: ownChanged };
  const monitor = watchNetwork(links, listeners, logInto(log), ['true'], { first: 5, max: 10 });
  await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(2);
  expect(ownChanged.mock.calls.length).toBeGreaterThan(1);
  monitor.close();
  expect(log).toHaveLength(1);
});
