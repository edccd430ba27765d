import { type DaemonSettings, freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { settingsVersion } from './migrate.ts';
import { readSettingsFile, readSettingsText, writeSettings } from './settings-text.ts';

const chosen: DaemonSettings = {
  ...freshSettings,
  lockdown: true,
  protocol: 'openvpn',
  variant: 'tls',
  splitTunnel: { mode: 'exclude', apps: ['/usr/bin/app'], networks: ['192.0.2.0/24'] },
};

test('reads its own output, which contains neither ports nor a pause of this machine', () => {
  const session = 'abcdefghijkl';
  const text = writeSettings({
    ...chosen,
    localProxies: [{ port: 4000, country: 'NL', mode: 'sticky', session }],
    locationProxies: [{ port: 4001, location: 'jp-tyo' }],
    pausedUntil: '2026-11-21T10:00:00Z',
  });
  expect(text).not.toContain(session);
  const { localProxies: _, locationProxies: __, pausedUntil: ___, ...portable } = chosen;
  expect(readSettingsText(text)).toEqual(portable);
});

const file = (part: object) =>
  JSON.stringify({ comet: 'settings', version: settingsVersion, settings: chosen, ...part });

test.each([
  '',
  '{',
  'null',
  '[]',
  file({ comet: 'else' }),
  file({ version: settingsVersion + 1 }),
  file({ version: 0 }),
  file({ version: 'one' }),
  file({ settings: null }),
  file({ settings: { ...chosen, protocol: 'carrier pigeon' } }),
  file({ settings: { ...chosen, dns: { servers: ['a name'] } } }),
  file({ settings: { ...chosen, lockdown: undefined } }),
])('rejects a text that is no settings file: %s', (text) => {
  expect(readSettingsText(text)).toBeNull();
});

test('has the texts of own lists, and is refused without one of them', () => {
  const settings = {
    ...freshSettings,
    nameLists: [
      { kind: 'block' as const, source: 'mine' },
      { kind: 'allow' as const, source: 'https://lists.example/allowed' },
    ],
  };
  const texts = [{ kind: 'block' as const, source: 'mine', text: 'ads.example\n' }];
  expect(readSettingsFile(writeSettings(settings, texts))).toMatchObject({
    settings: { nameLists: settings.nameLists },
    listTexts: texts,
  });
  expect(readSettingsText(writeSettings(settings))).toBeNull();
});
