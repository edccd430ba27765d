import { ok } from '@comet/foundation';
import { type DaemonSettings, freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test, vi } from 'vitest';
import { writeSettings } from '../../model/settings/settings-text.ts';
import { settingsCommandsOf } from './feature-commands.ts';

function setUp(supportsPrograms = true) {
  const set = vi.fn<(part: Partial<DaemonSettings>) => Promise<ReturnType<typeof ok<Snapshot>>>>(() =>
    Promise.resolve(ok({} as Snapshot)),
  );
  const checkNetwork = vi.fn<() => void>();
  const commands = settingsCommandsOf({
    settings: () => freshSettings,
    splitter: { supportsPrograms },
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
  const { localProxies: _, pausedUntil: __, ...portable } = freshSettings;
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
  ['split_locked_down', { lockdown: true, splitTunnel: { mode: 'include', apps: [], networks: [] } }],
] as const)(
  'refuses a file that the commands could not produce with %s, without a change',
  async (error, part) => {
    const { set, take } = setUp();
    expect(await take(part as Partial<DaemonSettings>)).toMatchObject({ error: { error } });
    expect(set).not.toHaveBeenCalled();
  },
);

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
