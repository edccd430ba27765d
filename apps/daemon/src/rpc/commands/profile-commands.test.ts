import { ok } from '@comet/foundation';
import { type DaemonSettings, freshSettings } from '@comet/tunnel-protocol';
import { expect, test, vi } from 'vitest';
import type { Goal } from '../../model/goal.ts';
import { profileInUse } from '../../model/settings/profiles.ts';
import { setUp } from './commands-fixture.ts';

const locations = [
  { code: 'nl-ams', country: 'NL', countryName: 'Netherlands', city: 'Amsterdam', type: 'standard' },
  { code: 'us-bos-home', country: 'US', countryName: 'United States', city: 'Boston', type: 'residential' },
];

/** A daemon with these settings and, with a goal, a tunnel that is being connected. */
async function daemon(settings: Partial<DaemonSettings> = {}, goal: Goal | null = null) {
  const connects: Goal[] = [];
  const { file, ask } = setUp([], {
    directory: {
      locations: () => locations,
      hasLocation: (location: string) =>
        location === 'fastest' || locations.some(({ code }) => code === location),
      byExit: (location: string) => location === 'us-bos-home',
      refresh: vi.fn<() => Promise<unknown>>(() => Promise.resolve(ok(null))),
    },
    tunnel: {
      state: goal === null ? { kind: 'disconnected' } : { kind: 'connecting', goal },
      connect: (wanted: Goal) => {
        connects.push(wanted);
        return Promise.resolve({ kind: 'connected' });
      },
    },
    pause: { forget: () => Promise.resolve() },
    networks: { forget: () => Promise.resolve(), checkNetwork: () => undefined },
    lacking: () => null,
  });
  const account = { accessToken: 't', email: 'a@comet.test', deviceId: '0'.repeat(8), deviceName: 'n' };
  Object.assign(file.current, { account });
  await file.change({ settings: { ...freshSettings, ...settings } });
  const names = () => file.current.settings.profiles.map(({ name }) => name);
  return { ...{ file, ask, connects, names }, settings: () => file.current.settings };
}
const refusal = (error: string, detail: string | null = null) => ({ ok: false, error: { error, detail } });
const split = { mode: 'exclude', apps: [], networks: ['203.0.113.0/24'] } as const;

test('saves the current settings, uses, replaces, renames and removes them', async () => {
  const { ask, settings, names, connects } = await daemon({
    ...{ server: 'nl-ams', protocol: 'openvpn', variant: 'tls' },
    splitTunnel: { ...split, apps: [], networks: ['203.0.113.0/24'] },
  });
  expect(await ask('profile.save', { name: 'Work' })).toMatchObject({ ok: true });
  expect(profileInUse(settings())?.name).toBe('Work');
  await ask('protocol.set', { protocol: 'wireguard' });
  await ask('dns.set', { dns: { servers: ['9.9.9.9'] } });
  expect(profileInUse(settings())).toBeUndefined();
  expect(await ask('profile.use', { name: 'WORK' })).toMatchObject({ ok: true });
  const work = { server: 'nl-ams', protocol: 'openvpn', variant: 'tls', dns: null, splitTunnel: split };
  expect(settings()).toMatchObject(work);
  // Without a tunnel, none is connected.
  expect(connects).toEqual([]);
  await ask('dns.set', { dns: { servers: ['9.9.9.9'] } });
  await ask('profile.save', { name: 'work' });
  expect(settings().profiles).toMatchObject([{ ...work, name: 'Work', dns: { servers: ['9.9.9.9'] } }]);
  await ask('profile.save', { name: 'Play' });
  expect(await ask('profile.rename', { name: 'play', to: 'WORK' })).toEqual(refusal('profile_name_taken'));
  expect(await ask('profile.rename', { name: 'play', to: 'PLAY' })).toMatchObject({ ok: true });
  expect(names()).toEqual(['Work', 'PLAY']);
  expect(await ask('profile.remove', { name: 'work' })).toMatchObject({ ok: true });
  expect(names()).toEqual(['PLAY']);
  for (const command of ['use', 'remove'])
    expect(await ask(`profile.${command}`, { name: 'Work' })).toEqual(refusal('profile_unknown'));
  expect(await ask('profile.rename', { name: 'Work', to: 'x' })).toEqual(refusal('profile_unknown'));
});

test.each([
  [{ location: 'nl-ams' }, 'nl-ams'],
  [{ location: 'fastest' }, 'nearest'],
  [{ location: null }, 'random'],
  [{ location: 'us-bos-home' }, 'random'],
  [{ location: null, dedicated: { serviceId: '', address: '', gatewayId: '' } }, 'random'],
])('a tunnel to %j saves the location %j', async (goal, server) => {
  const { ask, settings } = await daemon({ server: 'random' }, goal);
  await ask('profile.save', { name: 'Work' });
  expect(settings().profiles).toMatchObject([{ server }]);
});

test.each([
  ['nl-ams', 'nl-ams'],
  ['nearest', 'fastest'],
  ['last', null],
])('replaces an existing tunnel by one to the location of a profile with %j', async (server, location) => {
  const { ask, connects } = await daemon({ server }, { location: null });
  await ask('profile.save', { name: 'Work' });
  await ask('profile.use', { name: 'Work' });
  expect(connects).toMatchObject([{ location }]);
});

test('a refused profile changes nothing', async () => {
  const include = { mode: 'include', apps: [], networks: ['203.0.113.0/24'] } as const;
  const saved = await daemon({ splitTunnel: { ...include, apps: [], networks: [...include.networks] } });
  await saved.ask('profile.save', { name: 'Only' });
  const [only] = saved.settings().profiles;
  if (only === undefined) throw new Error('not saved');
  const gone = { ...only, name: 'Gone', server: 'xx-old', splitTunnel: freshSettings.splitTunnel };
  const { ask, settings } = await daemon({ lockdown: true, profiles: [only, gone] });
  const before = settings();
  expect(await ask('profile.use', { name: 'Only' })).toEqual(refusal('split_locked_down'));
  expect(await ask('profile.use', { name: 'Gone' })).toEqual(refusal('location_unknown', 'xx-old'));
  expect(settings()).toEqual(before);
});

test('refuses a 33rd profile', async () => {
  const { ask } = await daemon();
  for (let index = 0; index < 32; index += 1) await ask('profile.save', { name: `profile ${index}` });
  expect(await ask('profile.save', { name: 'one more' })).toEqual(refusal('profile_too_many'));
  expect(await ask('profile.save', { name: 'profile 3' })).toMatchObject({ ok: true });
});
