import { err } from '@comet/foundation';
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

const pairsOf = (exits: readonly Approach[], entries: readonly Gateway[]) => {
  const found = throughEntry(exits, entries);
  return found.ok ? found.value.map(({ gateway: exit, via }) => [exit.id, via?.id]) : found.error;
};

test('each exit is paired with the best entry that is another gateway', () => {
  const exits = [wireguard('1'), openvpn, wireguard('2')];
  expect(pairsOf(exits, [gateway('1'), gateway('3')])).toEqual([
    ['1', '3'],
    ['2', '1'],
  ]);
});

test('one place is entry and exit where it has two gateways', () => {
  expect(pairsOf([wireguard('1'), wireguard('2')], [gateway('1'), gateway('2')])).toEqual([
    ['1', '2'],
    ['2', '1'],
  ]);
});

test('there is no way in and out at one gateway, and it is told apart from a place where nobody is', () => {
  expect(throughEntry([wireguard('1')], [gateway('1')])).toEqual(err('entry_is_exit'));
  const sameAddress = { ...gateway('2'), address: '192.0.2.1' };
  expect(throughEntry([wireguard('1')], [sameAddress])).toEqual(err('entry_is_exit'));
  expect(throughEntry([wireguard('1')], [])).toEqual(err('location_unavailable'));
});

test('two gateways need WireGuard, whoever is there', () => {
  expect(throughEntry([openvpn], [gateway('3')])).toEqual(err('protocol_unavailable'));
  expect(throughEntry([openvpn], [gateway('1')])).toEqual(err('protocol_unavailable'));
});
