import { openvpnVariants, type Transport } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transportsInOrder, sameTransport } from './transport-order.ts';

const every: readonly Transport[] = [
  { protocol: 'wireguard' },
  ...openvpnVariants.map((variant): Transport => ({ protocol: 'openvpn', variant })),
];
const automatic = { protocol: 'automatic', variant: 'automatic' } as const;
const choice = fc.record({
  protocol: fc.constantFrom('automatic' as const, 'wireguard' as const, 'openvpn' as const),
  variant: fc.constantFrom('automatic' as const, ...openvpnVariants),
});
const names = (ways: readonly Transport[]): string[] =>
  ways.map((transport) => (transport.protocol === 'wireguard' ? transport.protocol : transport.variant));

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
  expect(names(transportsInOrder({ protocol: 'wireguard', variant: 'automatic' }, every, worked))).toEqual([
    'wireguard',
  ]);
});

test('tries only a chosen variant', () => {
  const chosen = { protocol: 'openvpn', variant: 'obfs4' } as const;
  expect(names(transportsInOrder(chosen, every, null))).toEqual(['obfs4']);
  expect(transportsInOrder(chosen, [{ protocol: 'openvpn', variant: 'udp' }], null)).toEqual([]);
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
