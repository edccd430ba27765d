import { ok } from '@comet/foundation';
import { freshSettings, maxRoutes, type Route } from '@comet/tunnel-protocol';
import { beforeEach, expect, test } from 'vitest';
import { fakeStateFile } from '../../platform/files/state-file.fake.ts';
import { routeCommandsOf } from './route-commands.ts';

const place = { country: 'US', countryName: 'United States', latitude: 0, longitude: 0, features: [] };
const known = ['us-nyc', 'us-lax', 'jp-tyo', 'nl-ams', 'de-fra', 'se-sto'].map((code) => ({
  ...place,
  ...{ code, city: code, type: 'standard' as const },
}));
const caller = { signal: new AbortController().signal } as Parameters<
  ReturnType<typeof routeCommandsOf>['route.add']
>[1];

let routes: readonly Route[] = [];
let supportsPrograms = true;
let refreshed = 0;
let locations = known;

beforeEach(() => {
  routes = [];
  supportsPrograms = true;
  refreshed = 0;
  locations = known;
});

function commands() {
  const file = fakeStateFile({ settings: { ...freshSettings, routes: [...routes] } });
  const set = async (part: { readonly routes?: readonly Route[] }) => {
    routes = part.routes ?? routes;
    return Promise.resolve(ok({} as never));
  };
  return routeCommandsOf({
    directory: {
      locations: () => locations,
      refresh: () => {
        refreshed += 1;
        locations = known;
        return Promise.resolve(ok(null));
      },
    },
    file,
    splitter: {
      get supportsPrograms() {
        return supportsPrograms;
      },
    },
    set,
    now: () => Promise.resolve(ok({} as never)),
  });
}

const add = (site: string, to: string) =>
  commands()['route.add']({ subject: { kind: 'site', site }, to }, caller);

test('adds a site by its domain and its location by the code, and changes its destination in place', async () => {
  expect(await add('https://Example.com/path', 'jp-tyo')).toMatchObject({ ok: true });
  await add('other.example', 'block');
  await add('example.com', 'direct');
  expect(routes).toEqual([
    { kind: 'site', site: 'example.com', to: 'direct' },
    { kind: 'site', site: 'other.example', to: 'block' },
  ]);
  const subject = { kind: 'site' as const, site: 'EXAMPLE.com' };
  await commands()['route.remove']({ subject });
  expect(routes).toHaveLength(1);
  expect(await commands()['route.remove']({ subject })).toMatchObject({ error: { error: 'route_unknown' } });
});

test('refuses what is no domain, and locations that are unknown or several', async () => {
  const refused = (error: string) => ({ ok: false, error: { error } });
  expect(await add('192.0.2.1', 'jp-tyo')).toMatchObject(refused('route_site_invalid'));
  expect(await add('example.com', 'xx')).toMatchObject(refused('location_unknown'));
  expect(refreshed).toBe(1);
  expect(await add('example.com', 'United States')).toMatchObject(refused('route_location_ambiguous'));
  locations = [];
  expect(await add('example.com', 'jp-tyo')).toMatchObject({ ok: true });
});

test('refuses a fifth location, too many routes, and programs that cannot be distinguished', async () => {
  for (const code of ['us-nyc', 'us-lax', 'jp-tyo', 'nl-ams']) await add(`${code}.example`, code);
  expect(await add('e.example', 'de-fra')).toMatchObject({ error: { error: 'route_too_many_locations' } });
  expect(await add('e.example', 'jp-tyo')).toMatchObject({ ok: true });
  while (routes.length < maxRoutes) await add(`${routes.length}.example`, 'block');
  expect(await add('one-more.example', 'block')).toMatchObject({ error: { error: 'route_too_many' } });
  supportsPrograms = false;
  const app = { kind: 'app' as const, path: '/usr/bin/steam' };
  expect(await commands()['route.add']({ subject: app, to: 'direct' }, caller)).toMatchObject({
    error: { error: 'split_apps_unavailable' },
  });
});
