import { ok } from '@comet/foundation';
import {
  type DaemonSettings,
  freshSettings,
  maxRouteLocations,
  maxRoutes,
  type Route,
  type Snapshot,
} from '@comet/tunnel-protocol';
import { expect, test, vi } from 'vitest';
import { writeSettings } from '../../model/settings/settings-text.ts';
import { settingsCommandsOf } from './settings-commands.ts';

const row = (code: string, city: string, type: string) => ({
  ...{ code, country: 'US', countryName: 'United States', city, type },
  ...{ latitude: 0, longitude: 0, features: [] },
});
const locations = [row('us-nyc', 'New York', 'standard'), row('us-bos', 'Boston', 'residential')];

function setUp(supportsPrograms = true, current = freshSettings) {
  const set = vi.fn<(part: Partial<DaemonSettings>) => Promise<ReturnType<typeof ok<Snapshot>>>>(() =>
    Promise.resolve(ok({} as Snapshot)),
  );
  const checkNetwork = vi.fn<() => void>();
  const commands = settingsCommandsOf({
    settings: () => current,
    splitter: { supportsPrograms },
    directory: { locations: () => locations },
    nameLists: { textLists: () => Promise.resolve([]), importTexts: () => Promise.resolve(null) },
    set,
    checkNetwork,
  });
  const take = (part: Partial<DaemonSettings>) =>
    commands['settings.import']({ text: writeSettings({ ...freshSettings, ...part }) });
  return { set, checkNetwork, commands, take };
}

test('imports all exported settings except those of one machine', async () => {
  const { set, checkNetwork, commands } = setUp();
  const exported = await commands['settings.export']();
  const text = exported.ok ? exported.value.text : '';
  await commands['settings.import']({ text });
  const { localProxies: _, locationProxies: __, pausedUntil: ___, ...portable } = freshSettings;
  expect(set.mock.calls).toEqual([[portable]]);
  expect(checkNetwork).toHaveBeenCalledOnce();
});

test.each([
  ['resolver_not_public', { dns: { servers: ['192.168.1.1'] } }],
  [
    'settings_unreadable',
    { dns: { servers: ['9.9.9.9'] }, blockLists: { ads: true, trackers: false, malware: false } },
  ],
  ['variant_needs_openvpn', { variant: 'tls' }],
  ['port_needs_wireguard', { protocol: 'openvpn', wireguardPort: '53' }],
  ['over_needs_wireguard', { protocol: 'openvpn', wireguardOver: 'tcp' }],
  ['settings_unreadable', { wireguardPort: '53', wireguardOver: 'quic' }],
  ['split_too_wide', { splitTunnel: { mode: 'off', apps: [], networks: ['0.0.0.0/1', '128.0.0.0/1'] } }],
  [
    'settings_unreadable',
    {
      locationLists: [
        { name: 'Work', locations: ['nl-ams'] },
        { name: 'work', locations: ['us-nyc'] },
      ],
    },
  ],
  ...['last', 'Nearest', 'random', 'fastest', 'us-nyc', 'new york'].map(
    (name) => ['list_name_taken', { locationLists: [{ name, locations: ['us-nyc'] }] }] as const,
  ),
  ['list_residential', { locationLists: [{ name: 'Work', locations: ['us-nyc', 'us-bos'] }] }],
  ['split_locked_down', { lockdown: true, splitTunnel: { mode: 'include', apps: [], networks: [] } }],
] as const)(
  'refuses a file that the commands could not produce with %s, without a change',
  async (error, part) => {
    const { set, take } = setUp();
    expect(await take(part as Partial<DaemonSettings>)).toMatchObject({ error: { error } });
    expect(set).not.toHaveBeenCalled();
  },
);

const site = (name: string, to: string): Route => ({ kind: 'site', site: name, to });
const sites = (count: number, to: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => site(`${index}.example`, to(index)));
const program: Route = { kind: 'app', path: '/usr/bin/steam', to: 'block' };

test('imports exported routes, also those to a former location, which stay blocked', async () => {
  const routes = [site('example.com', 'us-nyc'), site('former.example', 'xx-old'), program];
  const current = { ...freshSettings, routes };
  const exported = await setUp(true, current).commands['settings.export']();
  const { set, commands } = setUp();
  await commands['settings.import']({ text: exported.ok ? exported.value.text : '' });
  expect(set.mock.calls).toMatchObject([[{ routes }]]);
});

test.each<[string, readonly Route[]]>([
  ['too many routes', sites(maxRoutes + 1, () => 'block')],
  ['too many locations', sites(maxRouteLocations + 1, (index) => `xx-${index}`)],
  ['two routes of one site', [site('example.com', 'direct'), site('example.com', 'block')]],
  ['an IP address', [site('192.0.2.1', 'block')]],
  ['a domain in capitals', [site('Example.com', 'block')]],
  ['a relative path', [{ ...program, path: 'steam' }]],
  ['a destination of no length', [site('example.com', '')]],
])('refuses a file of routes with %s, without a change', async (_, routes) => {
  const { set, take } = setUp();
  // The control: as many routes as allowed.
  expect(
    await take({ routes: sites(maxRoutes, (index) => `xx-${index % maxRouteLocations}`) }),
  ).toMatchObject({ ok: true });
  set.mockClear();
  expect(await take({ routes: [...routes] })).toMatchObject({ error: { error: 'settings_unreadable' } });
  expect(set).not.toHaveBeenCalled();
});

test('refuses routed programs on systems that cannot distinguish them, and accepts sites there', async () => {
  const { set, take } = setUp(false);
  expect(await take({ routes: [program] })).toMatchObject({ error: { error: 'split_apps_unavailable' } });
  expect(set).not.toHaveBeenCalled();
  expect(await take({ routes: [site('example.com', 'block')] })).toMatchObject({ ok: true });
});

test('imports a list with a former location, and one whose name became that of a location later', async () => {
  const locationLists = [
    { name: 'Work', locations: ['us-nyc', 'xx-old'] },
    { name: 'New York', locations: ['us-nyc'] },
  ];
  const { set, take } = setUp(true, { ...freshSettings, locationLists: locationLists.slice(1) });
  expect(await take({ locationLists })).toMatchObject({ ok: true });
  expect(set.mock.calls).toMatchObject([[{ locationLists }]]);
});

test('rejects programs on systems that cannot distinguish them, and invalid paths', async () => {
  const { set, commands, take } = setUp(false);
  expect(await take({ splitTunnel: { mode: 'off', apps: ['/usr/bin/app'], networks: [] } })).toMatchObject({
    error: { error: 'split_apps_unavailable' },
  });
  expect(await commands['settings.import']({ text: 'words' })).toMatchObject({
    error: { error: 'settings_unreadable' },
  });
  expect(set).not.toHaveBeenCalled();
});
