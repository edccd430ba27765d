import { expect, test } from 'vitest';
import type { Session, WireguardSession } from '../model/session.ts';
import { hopMtuOf, innerMtu, linkMtuOf } from './session.ts';

const carriedBy = (over: string | null) =>
  over === null ? {} : { outerTransport: { over, port: 443, localPort: 40_000 } };
const single = (mtu: number, over: string | null = null) =>
  ({ protocol: 'wireguard', admittance: { mtu }, ...carriedBy(over) }) as unknown as WireguardSession;
const double = (exit: number, entry: number, over: string | null = null) =>
  ({
    ...single(exit),
    via: { admittance: { mtu: entry }, ...carriedBy(over) },
  }) as unknown as WireguardSession;

/** WireGuard's message of a packet that a gateway pads to 16 bytes: header and tag have 32. */
const messageOf = (packet: number): number => Math.ceil(packet / 16) * 16 + 32;
/** The same as a packet of IPv4 and UDP. */
const packetOf = (packet: number): number => messageOf(packet) + 28;

test.each([
  [null, 1420],
  ['scrambled', 1420],
  ['tcp', 1420],
  ['quic', 1280],
  ['shadowsocks', 1280],
  ['cover', 1344],
])('the MTU over %s is %i', (over, mtu) => {
  expect(linkMtuOf(single(1420, over))).toBe(mtu);
  expect(linkMtuOf(single(1270, over))).toBe(1270);
  expect(innerMtu(single(1420, over) as Session)).toBeNull();
});

test.each([null, 'scrambled', 'tcp', 'shadowsocks_tcp', 'quic', 'shadowsocks', 'cover'])(
  'through two gateways over %s, a padded packet of the inner MTU fits in one of the link',
  (over) => {
    for (const [exit, entry] of [
      [1420, 1420],
      [1420, 1380],
      [1380, 1420],
    ] as const) {
      const session = double(exit, entry, over);
      const inner = innerMtu(session) ?? 0;
      const link = linkMtuOf(session);
      expect(packetOf(inner)).toBeLessThanOrEqual(link);
      expect(link).toBeLessThanOrEqual(entry);
      // IPv6 needs 1,280 (RFC 8200 §5).
      expect(inner).toBeGreaterThanOrEqual(1280);
      expect(session.via === undefined ? 0 : hopMtuOf(session.via)).toBe(link);
    }
  },
);

test('with cover traffic, messages of both directions have at most 1,376 bytes', () => {
  const inner = innerMtu(double(1420, 1420, 'cover')) ?? 0;
  expect(inner).toBe(1280);
  expect(messageOf(packetOf(inner))).toBeLessThanOrEqual(1_376);
  expect(messageOf(linkMtuOf(single(1420, 'cover')))).toBeLessThanOrEqual(1_376);
});
