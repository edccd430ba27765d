import { freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { optionRows } from './option-rows.ts';

const noon = Date.parse('2026-06-10T12:00:00Z');
const fresh: Snapshot = {
  tunnel: { state: 'disconnected', since: '2026-06-10T11:00:00Z' },
  account: null,
  settings: freshSettings,
  traffic: null,
};
const saying = (snapshot: Snapshot) =>
  Object.fromEntries(optionRows(snapshot, noon).map(({ screen, value }) => [screen, value]));
const chosen = (settings: Partial<Snapshot['settings']>) =>
  saying({ ...fresh, settings: { ...freshSettings, ...settings } });

test('describes default settings', () => {
  expect(saying(fresh)).toEqual({
    protocol: 'Automatic',
    server: 'Last location',
    'own-lists': 'None',
    names: 'Comet DNS',
    split: 'Off',
    networks: 'None',
    proxies: 'None',
    forwards: 'None',
    access: 'For networks that block Comet',
    'multi-hop': 'Off',
    pause: 'Not paused',
    lists: 'None',
    profiles: 'None',
    routes: 'None',
  });
});

test('describes changed settings', () => {
  expect(chosen({ protocol: 'openvpn', variant: 'tls' })['protocol']).toBe('OpenVPN over TLS');
  expect(chosen({ protocol: 'wireguard', wireguardPort: '53' })['protocol']).toBe('WireGuard on port 53');
  expect(chosen({ protocol: 'wireguard', wireguardOver: 'quic' })['protocol']).toBe('WireGuard over QUIC');
  expect(chosen({ protocol: 'openvpn' })['protocol']).toBe('OpenVPN');
  expect(chosen({ dns: { servers: ['9.9.9.9'] } })['names']).toBe('Custom DNS: 9.9.9.9');
  expect(chosen({ blockLists: { ...freshSettings.blockLists, ads: true, malware: true } })['names']).toBe(
    'Blocking: Ads, Malware',
  );
  const named = { apps: ['/usr/bin/one'], networks: [] };
  expect(chosen({ splitTunnel: { mode: 'exclude', ...named } })['split']).toBe('1 exclusion');
  expect(chosen({ splitTunnel: { mode: 'off', ...named } })['split']).toBe('Off');
  expect(chosen({ nameLists: [{ kind: 'block', source: 'mine' }] })['own-lists']).toBe('1 list');
  expect(chosen({ forwardedPorts: [{ protocol: 'tcp', port: 8080 }] })['forwards']).toBe('1 port');
  expect(chosen({ routes: [{ kind: 'site', site: 'a.example', to: 'direct' }] })['routes']).toBe('1 route');
  expect(chosen({ server: 'random' })['server']).toBe('Random location');
  const locationLists = [{ name: 'Work', locations: ['nl-ams'] }];
  expect(chosen({ locationLists, server: 'Work' })).toMatchObject({ lists: '1 list', server: 'Work' });
});

test('omits options that the system does not support', () => {
  const rows = Object.keys(
    saying({ ...fresh, unsupported: ['openvpn', 'split_tunnel', 'multi_hop', 'port_forwarding', 'routes'] }),
  );
  expect(rows).toEqual([
    'protocol',
    'server',
    'names',
    'own-lists',
    'networks',
    'proxies',
    'access',
    'pause',
    'lists',
    'profiles',
  ]);
});

test('shows an expired pause as not paused', () => {
  expect(chosen({ pausedUntil: '2026-06-10T11:59:59Z' })['pause']).toBe('Not paused');
  expect(chosen({ pausedUntil: '2026-06-10T12:30:00Z' })['pause']).toMatch(/^Paused until \d\d:\d\d$/);
});
