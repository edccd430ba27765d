import { openvpnVariants, type Transport } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transportsInOrder, sameTransport } from './transport-order.ts';

const every: readonly Transport[] = [
  { protocol: 'wireguard' },
  ...openvpnVariants.map((variant): Transport => ({ protocol: 'openvpn', variant })),
];
const over = (transport: 'quic' | 'tcp'): Transport => ({ protocol: 'wireguard', over: transport });
const anyWireguard = { wireguardPort: 'automatic', wireguardOver: 'automatic' } as const;
const automatic = { protocol: 'automatic', variant: 'automatic', ...anyWireguard } as const;
const choice = fc.record({
  protocol: fc.constantFrom('automatic' as const, 'wireguard' as const, 'openvpn' as const),
  variant: fc.constantFrom('automatic' as const, ...openvpnVariants),
  wireguardPort: fc.constant('automatic' as const),
  wireguardOver: fc.constant('automatic' as const),
});
const names = (ways: readonly Transport[]): string[] =>
  ways.map((transport) =>
    transport.protocol === 'openvpn' ? transport.variant : (transport.over ?? transport.protocol),
  );

test('tries the fastest transport first and the best obfuscated last', () => {
  expect(names(transportsInOrder(automatic, every.toReversed(), null))).toEqual([
    'wireguard',
    'udp',
    'tcp',
    'tls',
    'shadowsocks',
    'obfs4',
  ]);
});

test('begins with the last working transport here, if it is offered and chosen', () => {
  const worked: Transport = { protocol: 'openvpn', variant: 'tls' };
  expect(names(transportsInOrder(automatic, every, worked)).slice(0, 2)).toEqual(['tls', 'wireguard']);
  expect(names(transportsInOrder(automatic, [{ protocol: 'wireguard' }], worked))).toEqual(['wireguard']);
  expect(names(transportsInOrder({ ...automatic, protocol: 'wireguard' }, every, worked))).toEqual([
    'wireguard',
  ]);
});

test('tries only a chosen variant', () => {
  const chosen = { ...automatic, protocol: 'openvpn', variant: 'obfs4' } as const;
  expect(names(transportsInOrder(chosen, every, null))).toEqual(['obfs4']);
  expect(transportsInOrder(chosen, [{ protocol: 'openvpn', variant: 'udp' }], null)).toEqual([]);
});

test('tries another WireGuard transport on its own only if it worked last here, or is chosen', () => {
  const offered = [...every, over('quic'), over('tcp')];
  const first = (choice: Parameters<typeof transportsInOrder>[0], worked: Transport | null = null) =>
    names(transportsInOrder({ ...choice, protocol: 'wireguard' }, offered, worked));
  expect(first(automatic)).toEqual(['wireguard']);
  expect(first(automatic, over('tcp'))).toEqual(['tcp', 'wireguard']);
  expect(first({ ...automatic, wireguardOver: 'direct' }, over('tcp'))).toEqual(['wireguard']);
  expect(first({ ...automatic, wireguardPort: '53' }, over('tcp'))).toEqual(['wireguard']);
  expect(first({ ...automatic, wireguardOver: 'tcp' }, over('quic'))).toEqual(['tcp']);
  expect(first({ ...automatic, wireguardOver: 'quic' })).toEqual(['quic']);
  expect(names(transportsInOrder({ ...automatic, wireguardOver: 'tcp' }, offered, null))).toEqual([
    ...['tcp', 'udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'],
  ]);
});

test('tries each offered and chosen transport once', () => {
  fc.assert(
    fc.property(
      choice,
      fc.subarray([...every]),
      fc.option(fc.constantFrom(...every)),
      (chosen, offered, worked) => {
        const ways = transportsInOrder(chosen, offered, worked);
        for (const transport of every) {
          const fits =
            offered.includes(transport) &&
            (chosen.protocol === 'automatic' || chosen.protocol === transport.protocol) &&
            (chosen.variant === 'automatic' ||
              (transport.protocol === 'openvpn' && transport.variant === chosen.variant));
          expect(ways.filter((one) => sameTransport(one, transport))).toHaveLength(fits ? 1 : 0);
        }
      },
    ),
  );
});
