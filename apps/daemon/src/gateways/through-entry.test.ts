import { expect, test } from 'vitest';
import type { Approach } from './approach.ts';
import type { Gateway } from './gateway.ts';
import { throughEntry } from './through-entry.ts';

const gateway = (id: string): Gateway =>
  ({ id, address: `192.0.2.${id}`, ipv4: `192.0.2.${id}` }) as unknown as Gateway;
const wireguard = (id: string): Approach => ({
  gateway: gateway(id),
  way: { protocol: 'wireguard' },
  standsIn: false,
});
const openvpn: Approach = { ...wireguard('1'), way: { protocol: 'openvpn', variant: 'udp' } };

test('each exit is paired with the best entry that is another gateway', () => {
  const pairs = throughEntry([wireguard('1'), openvpn, wireguard('2')], [gateway('1'), gateway('3')]);
  expect(pairs.map(({ gateway: exit, via }) => [exit.id, via?.id])).toEqual([
    ['1', '3'],
    ['2', '1'],
  ]);
});

test('there is no way in and out at one gateway', () => {
  expect(throughEntry([wireguard('1')], [gateway('1')])).toEqual([]);
  expect(throughEntry([wireguard('1')], [])).toEqual([]);
});
