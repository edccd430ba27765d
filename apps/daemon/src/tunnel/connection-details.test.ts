import type { PeerStatus } from '@comet/linux-network';
import { expect, test } from 'vitest';
import type { Session } from '../model/session.ts';
import { connectionDetails } from './connection-details.ts';
import type { State } from './state.ts';

type Parts = Parameters<typeof connectionDetails>[0];

const place = (location: string) => ({ gateway: location, location, country: '', countryName: '', city: '' });
const gateway = (location: string, address: string) => ({
  place: place(location),
  address,
  wireguardPublicKey: `key of ${location}`,
  wireguardPorts: [51_820],
  wireguardTransports: [],
  openvpn: [{ variant: 'tls', port: 443 }],
});
const admittance = { wireguardPort: 51_820, mtu: 1420, dns: ['100.64.0.1'], socksPort: 1_080 };
const exit = gateway('nl-ams', '203.0.113.101');
const entry = { gateway: gateway('jp-tyo', '203.0.113.102'), admittance };
const wireguard = { protocol: 'wireguard', gateway: exit, admittance } as unknown as Session;
const twoGateways = { ...wireguard, via: entry } as unknown as Session;
const openvpn = { protocol: 'openvpn', variant: 'tls', gateway: exit } as unknown as Session;

const connected = (session: Session, key = 'state-1') => ({ kind: 'connected', key, session }) as State;
const peer = (location: string, more: Partial<PeerStatus>): PeerStatus => ({
  publicKey: `key of ${location}`,
  ...{ endpoint: null, allowedIps: [], rxBytes: 0, txBytes: 0, lastHandshake: null },
  ...more,
});

function parts(state: () => State, peers: readonly PeerStatus[] = [], more: Partial<Parts> = {}): Parts {
  return {
    state,
    wireguard: {
      peerWith: (key) => Promise.resolve(peers.find(({ publicKey }) => publicKey === key) ?? null),
    },
    openvpn: { traffic: () => null, negotiated: () => null },
    linkMtu: () => Promise.resolve(1420),
    isPostQuantum: () => true,
    coverReport: () => ({ received: 11, sent: 12, paused: true }),
    ...more,
  };
}

test('there are none without a tunnel', async () => {
  expect(await connectionDetails(parts(() => ({ kind: 'disconnecting' }) as State))).toBeNull();
});

test('shows the gateway’s endpoint of a tunnel over another transport, not the local one', async () => {
  const outerTransport = { over: 'tcp', port: 443, localPort: 40_000 };
  const carried = { ...wireguard, outerTransport } as unknown as Session;
  const peers = [peer('nl-ams', { endpoint: '127.0.0.1:40000' })];
  expect(await connectionDetails(parts(() => connected(carried), peers))).toMatchObject({
    transport: { protocol: 'wireguard', over: 'tcp' },
    endpoint: '203.0.113.101:443',
  });
});

test('reports cover traffic of a tunnel that has it, and of no other', async () => {
  const over = (kind: string) => {
    const outerTransport = { over: kind, port: 443, localPort: 40_000 };
    return connected({ ...wireguard, outerTransport } as unknown as Session);
  };
  const covered = await connectionDetails(parts(() => over('cover')));
  expect(covered?.cover).toEqual({ received: 11, sent: 12, paused: true });
  expect((await connectionDetails(parts(() => over('scrambled'))))?.cover).toBeUndefined();
});

test('shows cover traffic to the entry of two gateways, and its endpoint instead of the local one', async () => {
  const outerTransport = { over: 'cover', port: 443, localPort: 40_000 };
  const carried = { ...twoGateways, via: { ...entry, outerTransport } } as unknown as Session;
  const peers = [
    peer('nl-ams', { endpoint: '203.0.113.101:51820' }),
    peer('jp-tyo', { endpoint: '127.0.0.1:40000' }),
  ];
  expect(await connectionDetails(parts(() => connected(carried), peers))).toMatchObject({
    transport: { protocol: 'wireguard', over: 'cover' },
    endpoint: '203.0.113.101:51820',
    cover: { received: 11, sent: 12, paused: true },
    entry: { endpoint: '203.0.113.102:443' },
    mtu: 1280,
  });
});

test('reads the endpoint, counters and handshake of WireGuard’s peer', async () => {
  const figures = { endpoint: '[2001:db8::1]:443', rxBytes: 5, txBytes: 7, lastHandshake: 1_795_276_530.5 };
  expect(await connectionDetails(parts(() => connected(wireguard), [peer('nl-ams', figures)]))).toEqual({
    transport: { protocol: 'wireguard' },
    endpoint: '[2001:db8::1]:443',
    cipher: 'ChaCha20-Poly1305',
    mtu: 1420,
    postQuantum: true,
    lastHandshake: '2026-11-21T15:55:30.500Z',
    received: 5,
    sent: 7,
    socks5Proxy: '100.64.0.1:1080',
    entry: null,
  });
});

test('has no SOCKS5 proxy where the gateway announced none', async () => {
  const { socksPort: _, ...earlier } = admittance;
  const session = { ...wireguard, admittance: earlier } as unknown as Session;
  expect(await connectionDetails(parts(() => connected(session)))).toMatchObject({ socks5Proxy: null });
});

test('with two gateways, has the entry’s own handshake and the MTU inside both', async () => {
  const peers = [peer('nl-ams', { rxBytes: 5 }), peer('jp-tyo', { rxBytes: 9, lastHandshake: 1 })];
  expect(await connectionDetails(parts(() => connected(twoGateways), peers))).toMatchObject({
    ...{ received: 5, lastHandshake: null, mtu: 1360, endpoint: '203.0.113.101:51820' },
    entry: {
      place: place('jp-tyo'),
      endpoint: '203.0.113.102:51820',
      lastHandshake: '1970-01-01T00:00:01.000Z',
    },
  });
});

test('reports the cipher of OpenVPN as soon as it is negotiated, and no unknown MTU', async () => {
  const linkMtu: Parts['linkMtu'] = () => Promise.resolve(null);
  const before = await connectionDetails(parts(() => connected(openvpn), [], { linkMtu }));
  const nothing = { cipher: null, lastHandshake: null, received: 0, sent: 0, mtu: null };
  expect(before).toMatchObject({ ...nothing, endpoint: '203.0.113.101:443' });
  const reported = {
    traffic: () => ({ received: 3, sent: 4 }),
    negotiated: () => ({ cipher: 'AES-128-GCM', lastHandshake: 1 }),
  };
  const after = await connectionDetails(parts(() => connected(openvpn), [], { openvpn: reported }));
  expect(after).toMatchObject({ cipher: 'AES-128-GCM', received: 3, sent: 4, mtu: 1420 });
});

test('never mixes the figures of two tunnels', async () => {
  let state = connected(wireguard);
  const linkMtu: Parts['linkMtu'] = async (protocol) => {
    await Promise.resolve();
    state = connected(openvpn, 'state-2');
    return protocol === 'openvpn' ? 1500 : 1420;
  };
  const peers = [peer('nl-ams', { rxBytes: 5 })];
  expect(await connectionDetails(parts(() => state, peers, { linkMtu }))).toMatchObject({
    transport: { protocol: 'openvpn', variant: 'tls' },
    mtu: 1500,
    received: 0,
  });
});
