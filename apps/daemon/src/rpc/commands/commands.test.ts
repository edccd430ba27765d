import { daemonSettings } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsVersion } from '../../model/settings/migrate.ts';
import { setUp } from './commands-fixture.ts';
import { featuresOf } from './required-features.ts';

test.each(['/opt/app/', '//opt', '/opt/../etc', '/opt/\u{7}', '/'])(
  'rejects a request whose setting the next start could not read: split.add %j',
  async (path) => {
    const { file, ask } = setUp();
    expect(await ask('split.add', { kind: 'app', path })).toMatchObject({
      error: { error: 'malformed_request' },
    });
    expect(file.current.settings.splitTunnel.apps).toEqual([]);
  },
);

test('lists split tunnelling, active or not, without a change', async () => {
  const { file, ask } = setUp();
  await ask('split.add', { kind: 'network', network: '203.0.113.0/24' });
  const { settings } = file.current;
  const networks = ['203.0.113.0/24'];
  expect(await ask('split.list')).toMatchObject({
    value: { settings: { splitTunnel: { mode: 'off', networks } } },
  });
  expect(file.current.settings).toBe(settings);
  await ask('split.set', { mode: 'exclude' });
  expect(await ask('split.list')).toMatchObject({
    value: { settings: { splitTunnel: { mode: 'exclude', networks } } },
  });
});

test('returns the figures of the tunnel, and null without one', async () => {
  const figures = { cipher: 'AES-256-GCM' };
  let now: object | null = figures;
  const { ask } = setUp([], { details: () => Promise.resolve(now) });
  expect(await ask('status.details')).toEqual({ ok: true, value: { details: figures } });
  now = null;
  expect(await ask('status.details')).toEqual({ ok: true, value: { details: null } });
});

test('rejects a port for an unknown country', async () => {
  const { file, ask } = setUp();
  const add = async (country: string | null) => ask('proxy.add', { port: 9001, country, mode: 'sticky' });
  for (const country of ['XX', 'UK'])
    expect(await add(country)).toMatchObject({ error: { error: 'country_unknown' } });
  expect(file.current.settings.localProxies).toEqual([]);
  for (const country of ['GB', null]) expect(await add(country)).toMatchObject({ ok: true });
});

test('settings stay readable for the next start after any request', async () => {
  const { file, ask } = setUp();
  const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.jsonValue());
  const request = fc.oneof(
    fc.tuple(
      fc.constant('split.add'),
      fc.oneof(
        fc.record({ kind: fc.constant('app'), path: fc.oneof(name, fc.webPath()) }),
        fc.record({ kind: fc.constant('network'), network: name }),
      ),
    ),
    fc.tuple(
      fc.constant('dns.set'),
      fc.record({ dns: fc.record({ servers: fc.array(fc.oneof(name, fc.ipV4(), fc.ipV6())) }) }),
    ),
    fc.tuple(
      fc.constant('proxy.add'),
      fc.record({ port: fc.oneof(name, fc.nat(70_000)), country: name, mode: fc.constant('sticky') }),
    ),
    fc.tuple(
      fc.constantFrom('protocol.set', 'variant.set', 'block-lists.set'),
      fc.record({ protocol: name, variant: name, blockLists: name }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(request, async ([command, params]) => {
      await ask(command, params);
      expect(daemonSettings.safeParse(file.current.settings).success).toBe(true);
    }),
  );
  const refused = { error: { error: 'malformed_request' } };
  expect(await ask('network.trust', { name: 'x'.repeat(61) })).toMatchObject(refused);
  expect(await ask('connect', { location: 'x'.repeat(61) })).toMatchObject(refused);
});

test.each([
  ['protocol.set', { protocol: 'openvpn' }, 'openvpn'],
  ['split.set', { mode: 'exclude' }, 'split_tunnel'],
  ['split.add', { kind: 'network', network: '203.0.113.0/24' }, 'split_tunnel'],
  ['connect', { location: 'nl-ams', via: 'de-fra' }, 'multi_hop'],
  ['forward.add', { protocol: 'tcp', port: 8080 }, 'port_forwarding'],
  ['wireguard-over.set', { over: 'tcp' }, 'wireguard_over'],
  ['dns.set', { dns: { servers: ['9.9.9.9', 'tls://dns.example'] } }, 'encrypted_dns'],
])('refuses an unsupported feature by its name: %s %j', async (command, params, detail) => {
  const { file, ask } = setUp([
    ...([
      'openvpn',
      'split_tunnel',
      'multi_hop',
      'port_forwarding',
      'wireguard_over',
      'encrypted_dns',
    ] as const),
  ]);
  const before = file.current.settings;
  expect(await ask(command, params)).toEqual({ ok: false, error: { error: 'unsupported_here', detail } });
  expect(file.current.settings).toEqual(before);
});

test('a chosen WireGuard transport resets the port and the reverse, and OpenVPN resets both', async () => {
  const { file, ask } = setUp();
  const chosen = () => [file.current.settings.wireguardPort, file.current.settings.wireguardOver];
  await ask('wireguard-port.set', { port: '53' });
  await ask('wireguard-over.set', { over: 'direct' });
  expect(chosen()).toEqual(['53', 'direct']);
  await ask('wireguard-over.set', { over: 'quic' });
  expect(chosen()).toEqual(['automatic', 'quic']);
  await ask('wireguard-port.set', { port: '443' });
  expect(chosen()).toEqual(['443', 'automatic']);
  await ask('wireguard-over.set', { over: 'tcp' });
  await ask('protocol.set', { protocol: 'openvpn' });
  expect(chosen()).toEqual(['automatic', 'automatic']);
  const refused = { error: { error: 'over_needs_wireguard' } };
  expect(await ask('wireguard-over.set', { over: 'tcp' })).toMatchObject(refused);
});

test('rejects settings with unsupported features completely, but not their removal', async () => {
  const { file, ask } = setUp(['openvpn', 'split_tunnel']);
  expect(await ask('split.set', { mode: 'off' })).toMatchObject({ ok: true });
  expect(await ask('protocol.set', { protocol: 'wireguard' })).toMatchObject({ ok: true });
  const {
    localProxies: _,
    locationProxies: __,
    pausedUntil: ___,
    ...settings
  } = { ...file.current.settings, protocol: 'openvpn' };
  const text = JSON.stringify({ comet: 'settings', version: settingsVersion, settings });
  expect(featuresOf('settings.import', { text })).toEqual(['openvpn']);
});

test('applies a setting that cannot be written to disk, and returns an error', async () => {
  const held: boolean[] = [];
  const onSettings = () => Promise.resolve(held.push(file.current.settings.lockdown) > 0);
  const { file, ask } = setUp([], { onSettings });
  file.full = true;
  expect(await ask('lockdown.set', { on: true })).toMatchObject({ error: { error: 'not_kept' } });
  expect(held).toEqual([true]);
});

test('returns the same error if lockdown is not in force at the machine’s start', async () => {
  const { ask } = setUp([], { onSettings: () => Promise.resolve(false) });
  expect(await ask('lockdown.set', { on: true })).toMatchObject({ error: { error: 'not_kept' } });
});
