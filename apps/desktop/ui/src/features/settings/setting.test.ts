import { freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { appSettings } from './app-settings.tsx';
import { matching, sections } from './setting.ts';
import { tunnelSettings } from './tunnel-settings.tsx';

const fresh: Snapshot = {
  tunnel: { state: 'disconnected', since: '2026-06-10T11:00:00Z' },
  account: null,
  settings: freshSettings,
  traffic: null,
};
const all = (snapshot = fresh) => [...tunnelSettings(snapshot, 0, () => undefined), ...appSettings];
const found = (typed: string) => matching(all(), typed).map(({ key }) => key);

test('every section has settings, and no setting is listed twice', () => {
  const settings = all();
  expect(new Set(settings.map(({ section }) => section))).toEqual(new Set(sections));
  expect(new Set(settings.map(({ key }) => key)).size).toBe(settings.length);
});

test('a search finds settings by name, by explanation, and by what can be chosen', () => {
  expect(found('')).toHaveLength(all().length);
  expect(found('lockdown')).toEqual(['lockdown']);
  expect(found('printers')).toEqual(['allow-lan']);
  expect(found('shadowsocks')).toEqual(['protocol', 'access']);
  expect(found('trackers')).toEqual(['names']);
  expect(found('dark')).toEqual(['theme']);
  expect(found('update')).toEqual(['metered', 'version']);
  expect(found('nothing of this name')).toEqual([]);
});

test('a search tolerates a typing mistake', () => {
  expect(found('wiregaurd')).toEqual(['protocol']);
});

test('omits settings that the system does not support', () => {
  const keys = all({ ...fresh, unsupported: ['split_tunnel', 'multi_hop'] }).map(({ key }) => key);
  expect(keys).not.toContain('split');
  expect(keys).not.toContain('multi-hop');
});
