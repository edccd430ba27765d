import { expect, test } from 'vitest';
import { networkChangeEvents } from './network-monitor.ts';

const address = (text: string, seconds: number) =>
  `2: eth0    inet6 2001:db8::7/64 scope global ${text}dynamic mngtmpaddr proto kernel_ra \\       valid_lft ${seconds}sec preferred_lft ${seconds}sec`;
const link = (state: string) =>
  `3: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state ${state} group default \\    link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff`;

test('ignores a router that renews an address every few seconds', () => {
  const isNews = networkChangeEvents();
  expect([86_400, 86_399, 43_200].map((seconds) => isNews(address('', seconds)))).toEqual([
    true,
    false,
    false,
  ]);
});

test('a repeated report of a link is no event, until it has changed', () => {
  const isNews = networkChangeEvents();
  const states = ['UP', 'UP', 'DOWN', 'UP', 'UP'];
  expect(states.map((state) => isNews(link(state)))).toEqual([true, false, true, true, false]);
});

test('reports an address that becomes usable, is removed, or returns', () => {
  const isNews = networkChangeEvents();
  const lines = [
    address('tentative ', 10),
    address('', 10),
    `Deleted ${address('', 10)}`,
    address('', 10),
    address('deprecated ', 0),
  ];
  expect(lines.map(isNews)).toEqual(lines.map(() => true));
});

test('does not compare a recreated link with the previous one', () => {
  const isNews = networkChangeEvents();
  for (const line of [link('UP'), `Deleted ${link('DOWN')}`]) isNews(line);
  expect(isNews(link('UP'))).toBe(true);
});

test('reports a route each time', () => {
  const isNews = networkChangeEvents();
  const route = 'default via 192.168.1.1 dev wlan0 proto dhcp metric 600';
  expect([route, route, `Deleted ${route}`].map(isNews)).toEqual([true, true, true]);
});
