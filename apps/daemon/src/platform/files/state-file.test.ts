import { logInto } from '../../../test/log-into.ts';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshSettings } from '@comet/tunnel-protocol';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openStateFile } from './state-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-state-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('changes survive a restart, readable by root only', async () => {
  const file = await openStateFile(folder);
  await Promise.all([
    file.change({ lastGateway: 'a' }),
    file.change({ settings: { ...freshSettings, lockdown: true } }),
  ]);
  const again = await openStateFile(folder);
  expect(again.current).toEqual(file.current);
  expect(again.current).toMatchObject({ lastGateway: 'a', settings: { lockdown: true } });
  expect((await stat(join(folder, 'state.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('the last of many quick changes is written to disk', async () => {
  const file = await openStateFile(folder);
  await Promise.all(Array.from({ length: 50 }, (_, index) => file.change({ lastGateway: String(index) })));
  expect(JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'))).toMatchObject({ lastGateway: '49' });
});

test.each(['', '{', '{"account":7}', '[]'])(
  'renames a file with %j, and reports it as broken',
  async (text) => {
    await writeFile(join(folder, 'state.json'), text);
    const file = await openStateFile(folder);
    expect(file.wasBroken).toBe(true);
    expect(file.current.account).toBeNull();
    expect((await readdir(folder)).toSorted()).toEqual(['state.json', 'state.json.broken']);
    expect((await openStateFile(folder)).wasBroken).toBe(false);
  },
);

test.each([
  ['', true],
  ['{"account":null,"settings":{"lock', true],
  ['{"settings":{"lockdown": true', true],
  ['{"settings":{"lockdown": false,', false],
])('keeps lockdown if the file ends at %j: %s', async (text, lockdown) => {
  await writeFile(join(folder, 'state.json'), text);
  expect((await openStateFile(folder)).current.settings.lockdown).toBe(lockdown);
});

test('rejects a folder that is a link or belongs to another user', async () => {
  const link = join(folder, 'link');
  await symlink(folder, link);
  await expect(openStateFile(link)).rejects.toThrow('must be a folder');
  const theirs = join(folder, 'theirs');
  await mkdir(theirs);
  if (process.getuid?.() === 0) {
    await chown(theirs, 65_534, 65_534);
    await expect(openStateFile(theirs)).rejects.toThrow('must be a folder');
  }
});

test('rejects a change that the next start could not read, and changes nothing', async () => {
  const file = await openStateFile(folder);
  await file.change({ lastGateway: 'a' });
  const splitTunnel = { mode: 'off' as const, apps: ['/opt/app/'], networks: [] };
  await expect(
    file.change({ lastGateway: 'b', settings: { ...freshSettings, splitTunnel } }),
  ).rejects.toThrow('settings');
  expect(file.current).toMatchObject({ lastGateway: 'a', settings: freshSettings });
  expect((await openStateFile(folder)).wasBroken).toBe(false);
});

test('an unreadable field affects no other field, and a setting no other setting', async () => {
  const file = await openStateFile(folder);
  const account = {
    accessToken: 'token',
    email: 'a@comet.test',
    deviceId: '4f0c1de6-7a70-4f0e-8d4e-6a6a4f0e8d4e',
    deviceName: 'laptop',
  };
  await file.change({ account, intent: { location: 'nl-ams' } });
  const text = await readFile(join(folder, 'state.json'), 'utf8');
  const settings = { ...freshSettings, lockdown: true, autoConnect: true };
  const damaged = { ...JSON.parse(text), lastGateway: 7, settings: { ...settings, splitTunnel: 'all' } };
  await writeFile(join(folder, 'state.json'), JSON.stringify(damaged));
  const again = await openStateFile(folder);
  expect(again.wasBroken).toBe(true);
  expect(again.current).toMatchObject({
    account,
    intent: { location: 'nl-ams' },
    lastGateway: null,
    settings,
  });
});

test('reads the complete content of an older daemon, with its settings in the current form', async () => {
  const file = await openStateFile(folder);
  await file.change({ lastGateway: 'a', settings: { ...freshSettings, lockdown: true } });
  const text = await readFile(join(folder, 'state.json'), 'utf8');
  const { settingsVersion, ...older } = JSON.parse(text);
  const settings = { lockdown: true, allowLan: false };
  for (const version of [{}, { settingsVersion: settingsVersion + 1 }, { settingsVersion: 'none' }]) {
    await writeFile(join(folder, 'state.json'), JSON.stringify({ ...older, ...version, settings }));
    const again = await openStateFile(folder);
    expect(again.wasBroken).toBe(false);
    expect(again.current).toEqual(file.current);
  }
});

test('continues with a full disk: changes apply, and are written once there is room', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const log: string[] = [];
  const file = await openStateFile(folder, undefined, logInto(log));
  await rm(folder, { recursive: true });
  expect(await file.change({ lastGateway: 'a' })).toBe(false);
  expect(await file.change({ intent: { location: 'nl-ams' } })).toBe(false);
  expect(file.current).toMatchObject({ lastGateway: 'a', intent: { location: 'nl-ams' } });
  expect(log).toHaveLength(1);
  await mkdir(folder, { mode: 0o700 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await openStateFile(folder)).current).toEqual(file.current);
  expect(await file.change({ lastGateway: 'b' })).toBe(true);
});
