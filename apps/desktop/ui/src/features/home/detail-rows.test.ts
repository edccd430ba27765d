import type { ConnectionDetails } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { connectionDetails } from '../../fixtures.ts';
import { detailRows } from './detail-rows.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const shown = (details: ConnectionDetails) =>
  detailRows(details, now).map(({ term, value }) => `${term}: ${value.replaceAll('\u00a0', ' ')}`);

test('shows the figures of a tunnel through two gateways', () => {
  const { place } = connectionDetails.entry ?? {};
  if (place === undefined) throw new Error('the fixture has no entry gateway');
  const entry = { place, endpoint: '203.0.113.101:51820', lastHandshake: null };
  expect(shown({ ...connectionDetails, lastHandshake: ago(61), received: 1_234_000_000, entry })).toEqual([
    'Protocol: WireGuard',
    'Server: 203.0.113.102:51820',
    'Entry server: 203.0.113.101:51820, Amsterdam',
    'Cipher: ChaCha20-Poly1305',
    'Quantum-resistant: Yes',
    'MTU: 1360 bytes',
    'SOCKS5 proxy: 100.64.0.1:1080',
    'Last handshake: 1 min ago',
    'Entry handshake: None yet',
    'Received: 1.23 GB',
    'Sent: 6.1 MB',
  ]);
});

test('omits what the daemon does not report', () => {
  const transport = { protocol: 'openvpn', variant: 'udp' } as const;
  const unknown = { cipher: null, mtu: null, socks5Proxy: null, entry: null };
  const lacking = { ...unknown, postQuantum: false, received: 0, sent: 0 };
  // A handshake in the future: the clock was set back.
  expect(shown({ ...connectionDetails, ...lacking, transport, lastHandshake: ago(-30) })).toEqual([
    'Protocol: OpenVPN over UDP',
    'Server: 203.0.113.102:51820',
    'Quantum-resistant: No',
    'Last handshake: 0 s ago',
    'Received: 0 MB',
    'Sent: 0 MB',
  ]);
});

test('shows the data of cover traffic, and whether it is paused', () => {
  const cover = { received: 5_100_000, sent: 1_900_000 };
  const counted = ['Cover traffic received: 5.1 MB', 'Cover traffic sent: 1.9 MB'];
  expect(shown({ ...connectionDetails, cover }).slice(-2)).toEqual(counted);
  expect(shown({ ...connectionDetails, cover: { ...cover, paused: true } }).slice(-3)).toEqual([
    ...counted,
    'Cover traffic: Paused on this metered network',
  ]);
});
