import { ok } from '@comet/foundation';
import { type DaemonSettings, freshSettings } from '@comet/tunnel-protocol';
import { beforeEach, expect, test } from 'vitest';
import { proxyCommandsOf } from './proxy-commands.ts';

const place = { country: 'US', countryName: 'United States', latitude: 0, longitude: 0, features: [] };
const known = ['us-nyc', 'us-lax', 'jp-tyo', 'nl-ams', 'de-fra', 'se-sto'].map((code) => ({
  ...place,
  ...{ code, city: code, type: 'standard' as const },
}));

let settings: DaemonSettings;
/** The ports of other programs, and the opened ones with their location. */
let taken: readonly number[] = [];
const opened = new Map<number, string | null>();

beforeEach(() => {
  settings = freshSettings;
  taken = [];
  opened.clear();
});

const commands = proxyCommandsOf(
  {
    settings: () => settings,
    proxies: {
      open: (proxy) => {
        if (taken.includes(proxy.port)) return Promise.resolve(false);
        opened.set(proxy.port, 'location' in proxy ? proxy.location : null);
        return Promise.resolve(true);
      },
      shut: (port) => {
        opened.delete(port);
        return Promise.resolve();
      },
    },
  },
  { locations: () => known, refresh: () => Promise.resolve(ok(null)) },
  (part) => {
    settings = { ...settings, ...part };
    return Promise.resolve(ok({} as never));
  },
  () => Promise.resolve(ok({} as never)),
);

const caller = { signal: new AbortController().signal } as Parameters<
  (typeof commands)['proxy.add-location']
>[1];
const add = (location: string, port: number | null = null) =>
  commands['proxy.add-location']({ location, port }, caller);

test('opens a port for the code of a location, and without a port the first free one', async () => {
  taken = [8100];
  expect(await add('jp-tyo')).toMatchObject({ ok: true });
  await add('jp-tyo');
  await add('nl-ams', 2000);
  expect(settings.locationProxies).toEqual([
    { port: 2000, location: 'nl-ams' },
    { port: 8101, location: 'jp-tyo' },
    { port: 8102, location: 'jp-tyo' },
  ]);
  expect([...opened]).toEqual([
    [8101, 'jp-tyo'],
    [8102, 'jp-tyo'],
    [2000, 'nl-ams'],
  ]);
});

test('replaces a proxy of the other kind at the same port, and removes both kinds', async () => {
  await commands['proxy.add']({ port: 9001, country: 'US', mode: 'sticky' });
  await add('jp-tyo', 9001);
  expect(settings.localProxies).toEqual([]);
  await commands['proxy.add']({ port: 9001, country: null, mode: 'rotating' });
  expect(settings.locationProxies).toEqual([]);
  await add('jp-tyo', 9002);
  await commands['proxy.remove']({ port: 9002 });
  await commands['proxy.remove']({ port: 9001 });
  expect([settings.localProxies, settings.locationProxies]).toEqual([[], []]);
  expect(opened.size).toBe(0);
  expect(await commands['proxy.remove']({ port: 9001 })).toMatchObject({ error: { error: 'proxy_unknown' } });
});

test('refuses an unknown or ambiguous location and a port of another program', async () => {
  expect(await add('xx-nowhere')).toMatchObject({ error: { error: 'location_unknown' } });
  expect(await add('us')).toMatchObject({ error: { error: 'proxy_location_ambiguous', detail: 'us' } });
  taken = [9001];
  expect(await add('jp-tyo', 9001)).toMatchObject({ error: { error: 'proxy_port_taken' } });
  taken = Array.from({ length: 64 }, (_, at) => 8100 + at);
  expect(await add('jp-tyo')).toMatchObject({ error: { error: 'proxy_port_taken' } });
  expect(settings).toEqual(freshSettings);
});

test('refuses more than four locations together with routes, and more than 32 proxies of both kinds', async () => {
  settings = {
    ...settings,
    routes: [
      { kind: 'site', site: 'a.example', to: 'us-nyc' },
      { kind: 'site', site: 'b.example', to: 'us-lax' },
      { kind: 'site', site: 'c.example', to: 'direct' },
    ],
  };
  for (const location of ['jp-tyo', 'nl-ams', 'us-nyc'])
    expect(await add(location)).toMatchObject({ ok: true });
  expect(await add('de-fra')).toMatchObject({ error: { error: 'proxy_too_many_locations' } });
  // The port of another location can get a new one.
  expect(await add('de-fra', 8100)).toMatchObject({ ok: true });
  for (let port = 4000; port < 4029; port += 1)
    await commands['proxy.add']({ port, country: null, mode: 'rotating' });
  expect(await add('de-fra')).toMatchObject({ error: { error: 'proxy_too_many' } });
  expect(await commands['proxy.add']({ port: 5000, country: null, mode: 'sticky' })).toMatchObject({
    error: { error: 'proxy_too_many' },
  });
  expect(await add('de-fra', 4000)).toMatchObject({ ok: true });
});

test('concurrent commands open a port each, and none replaces another', async () => {
  const added = await Promise.all(['jp-tyo', 'nl-ams', 'de-fra'].map((code) => add(code)));
  expect(added.map(({ ok: isOk }) => isOk)).toEqual([true, true, true]);
  expect(settings.locationProxies).toEqual([
    { port: 8100, location: 'jp-tyo' },
    { port: 8101, location: 'nl-ams' },
    { port: 8102, location: 'de-fra' },
  ]);
});
