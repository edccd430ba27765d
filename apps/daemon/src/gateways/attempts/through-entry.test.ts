import { err } from '@comet/foundation';
import { expect, test } from 'vitest';
import type { ConnectionAttempt } from './connection-attempt.ts';
import { type AttemptFailure, nextAttempts } from './next-attempts.ts';
import type { Gateway } from '../../model/gateway.ts';
import { throughEntry } from './connection-attempts-for.ts';

const gateway = (id: string): Gateway =>
  ({ id, address: `192.0.2.${id}`, ipv4: `192.0.2.${id}`, wireguardPorts: [] }) as unknown as Gateway;
const wireguard = (id: string): ConnectionAttempt => ({
  gateway: gateway(id),
  transport: { protocol: 'wireguard' },
  isFallback: false,
});
const openvpn: ConnectionAttempt = { ...wireguard('1'), transport: { protocol: 'openvpn', variant: 'udp' } };

const pairsOf = (exits: readonly ConnectionAttempt[], entries: readonly ConnectionAttempt[]) => {
  const found = throughEntry(exits, entries);
  return found.ok ? found.value.map(({ gateway: exit, via }) => [exit.id, via?.id]) : found.error;
};

test('pairs each exit with the best entry that is another gateway', () => {
  const exits = [wireguard('1'), openvpn, wireguard('2')];
  expect(pairsOf(exits, [wireguard('1'), wireguard('3')])).toEqual([
    ['1', '3'],
    ['2', '1'],
  ]);
});

test('tries the best exit through the next entry before another exit', () => {
  const found = throughEntry([wireguard('1'), wireguard('2')], ['3', '4', '5'].map(wireguard));
  const [first, ...rest] = found.ok ? found.value : [];
  if (first === undefined) throw new Error('returns an error');
  const left = (reason: AttemptFailure) =>
    nextAttempts(first, rest, reason).map(({ gateway: exit, via }) => [exit.id, via?.id]);
  for (const reason of [
    'gateway_unreachable',
    'admission_blocked',
    'gateway_refused',
    'handshake_timeout',
  ] as const)
    expect(left(reason)).toEqual([
      ['1', '4'],
      ['2', '3'],
    ]);
  expect(left('exit_unavailable')).toEqual([['2', '3']]);
  expect(left('session_ended')).toEqual([]);
});

test('uses one location as entry and exit if it has two gateways', () => {
  expect(pairsOf([wireguard('1'), wireguard('2')], [wireguard('1'), wireguard('2')])).toEqual([
    ['1', '2'],
    ['2', '1'],
  ]);
});

test('refuses the same gateway as entry and exit, with another error than for a location without gateways', () => {
  expect(throughEntry([wireguard('1')], [wireguard('1')])).toEqual(err('entry_is_exit'));
  const sameAddress = { ...wireguard('2'), gateway: { ...gateway('2'), address: '192.0.2.1' } };
  expect(throughEntry([wireguard('1')], [sameAddress])).toEqual(err('entry_is_exit'));
  expect(throughEntry([wireguard('1')], [])).toEqual(err('location_unavailable'));
});

test('tries each transport of an entry before the next entry, and none of them at the exit', () => {
  const over = (id: string): ConnectionAttempt => ({
    ...wireguard(id),
    transport: { protocol: 'wireguard', over: 'tcp' },
  });
  const found = throughEntry([wireguard('1')], [over('3'), wireguard('3'), over('4'), over('5')]);
  const pairs = found.ok ? found.value : [];
  expect(
    pairs.map(({ via, transport }) => [via?.id, transport.protocol === 'wireguard' && transport.over]),
  ).toEqual([
    ['3', 'tcp'],
    ['3', undefined],
    ['4', 'tcp'],
  ]);
  expect(pairs.map(({ gateway: exit }) => exit.wireguardTransports)).toEqual([[], [], []]);
});

test('two gateways need WireGuard', () => {
  expect(throughEntry([openvpn], [wireguard('3')])).toEqual(err('protocol_unavailable'));
  expect(throughEntry([openvpn], [wireguard('1')])).toEqual(err('protocol_unavailable'));
});
