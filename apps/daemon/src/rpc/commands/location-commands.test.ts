import { ok } from '@comet/foundation';
import type { ResultOf } from '@comet/tunnel-protocol';
import { expect, test, vi } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { setUp } from './commands-fixture.ts';
import type { LocationCommandParts } from './location-commands.ts';

type Listed = readonly (typeof gateways)[number][];
const refreshed = { ok: true, value: null } as const;

/** A daemon with an account whose tunnel connects to every location; `goals` are the requested ones. */
async function setUpTunnel(
  directory: object,
  state: 'connected' | 'disconnected' = 'disconnected',
  lacking: LocationCommandParts['lacking'] = () => null,
) {
  const goals: unknown[] = [];
  const { file, ask } = setUp([], {
    directory: { hasLocation: () => true, locations: () => null, ...directory },
    keys: { current: () => null },
    pause: { forget: () => Promise.resolve() },
    networks: { forget: () => Promise.resolve(), checkNetwork: () => undefined },
    lacking,
    missingLists: () => [],
    tunnel: {
      state: { kind: state },
      connect: (goal: unknown) => {
        goals.push(goal);
        return Promise.resolve({ kind: 'connected' });
      },
    },
  });
  await file.change({ account: { email: 'ada@example.com' } as never });
  return { file, goals, ask };
}

test('searches the newest list for an unknown location before refusing it', async () => {
  const refresh = vi.fn<() => Promise<typeof refreshed>>(() => {
    known = ['us-nyc-home'];
    return Promise.resolve(refreshed);
  });
  let known: readonly string[] = [];
  const { goals, ask } = await setUpTunnel({
    hasLocation: (place: string) => known.includes(place),
    refresh,
  });
  await ask('connect', { location: 'atlantis' });
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(goals).toEqual([]);
  known = [];
  await ask('connect', { location: 'us-nyc-home' });
  await ask('connect', { location: 'us-nyc-home' });
  const there = { location: 'us-nyc-home' };
  expect(refresh).toHaveBeenCalledTimes(2);
  expect(goals).toEqual([there, there]);
});

test('refuses an empty list as such, and draws a random location only on request', async () => {
  const drawAgain = vi.fn<() => void>();
  const { file, goals, ask } = await setUpTunnel({
    hasLocation: (place: string) => place !== 'work' && place !== 'worker',
    refresh: () => Promise.resolve(refreshed),
    drawAgain,
  });
  const locationLists = [{ name: 'Work', locations: ['xx-old'] }];
  await file.change({ settings: { ...file.current.settings, locationLists } });
  expect(await ask('connect', { location: 'work' })).toMatchObject({ error: { error: 'list_empty' } });
  expect(await ask('connect', { location: 'worker' })).toMatchObject({
    error: { error: 'location_unknown' },
  });
  for (const location of ['nl-ams', 'random', 'fastest']) await ask('connect', { location });
  expect(drawAgain).toHaveBeenCalledOnce();
  expect(goals).toEqual([
    { location: 'nl-ams' },
    { location: 'random', isChosenAnew: true },
    { location: 'fastest', isChosenAnew: true },
  ]);
});

test.each([
  { state: 'connected', params: { location: 'jp-tyo' }, isBack: false, tried: 0 },
  { state: 'connected', params: { location: 'nl-ams', via: 'jp-tyo' }, isBack: false, tried: 0 },
  { state: 'connected', params: { location: 'jp-tyo' }, isBack: true, tried: 1 },
  { state: 'disconnected', params: { location: 'jp-tyo' }, isBack: false, tried: 1 },
] as const)(
  'keeps an existing tunnel if the location is offline in the newest list: %j',
  async ({ state, params, isBack, tried }) => {
    let listed: Listed = gateways.slice(0, 1);
    const there = (location: string | null) => listed.filter(({ place }) => place.location === location);
    const refresh = vi.fn<() => Promise<typeof refreshed>>(() => {
      listed = gateways.slice(0, isBack ? 2 : 1);
      return Promise.resolve(refreshed);
    });
    const directory = {
      destinationsFor: ({ location }: { location: string }) => ({
        wanted: there(location),
        fallbackGateways: [],
      }),
      gatewaysFor: ({ location }: { location: string }) => there(location),
      refresh,
    };
    const { goals, ask } = await setUpTunnel(directory, state);
    const outcome = await ask('connect', params);
    expect(goals).toHaveLength(tried);
    expect(refresh).toHaveBeenCalledTimes(state === 'connected' ? 1 : 0);
    expect(!outcome.ok && outcome.error.error === 'location_offline').toBe(tried === 0);
  },
);

test.each([
  { there: 1, fromOlder: 1, tried: 0, refreshes: 1 },
  { there: 2, fromOlder: 1, tried: 1, refreshes: 1 },
  { there: 2, fromOlder: 2, tried: 1, refreshes: 0 },
])(
  'uses two gateways of one location as entry and exit, or refuses before traffic is blocked: %j',
  async ({ there, fromOlder, tried, refreshes }) => {
    let listed: Listed = gateways.slice(0, fromOlder);
    const refresh = vi.fn<() => Promise<typeof refreshed>>(() => {
      listed = gateways.slice(0, there);
      return Promise.resolve(refreshed);
    });
    const destinationsFor = () => ({ wanted: listed, fallbackGateways: [] });
    const { goals, ask } = await setUpTunnel({ destinationsFor, gatewaysFor: () => listed, refresh });
    const outcome = await ask('connect', { location: 'nl-ams', via: 'nl-ams' });
    expect(goals).toHaveLength(tried);
    expect(refresh).toHaveBeenCalledTimes(refreshes);
    expect(!outcome.ok && outcome.error.error === 'entry_is_exit').toBe(there === 1);
  },
);

test.each([
  { hidden: false, fault: null, reply: ['api_unreachable', null] },
  { hidden: false, fault: 'clock_ahead' as const, reply: ['clock_ahead', null] },
  { hidden: false, fault: 'clock_behind' as const, reply: ['clock_behind', null] },
  { hidden: true, fault: 'clock_behind' as const, reply: ['api_unreachable', 'held_back'] },
])('reports why the API does not respond: %j', async ({ hidden, fault, reply: [error, detail] }) => {
  const away = { ok: false, error: 'api_unreachable' };
  const { ask } = setUp([], {
    directory: { refresh: () => Promise.resolve(away), locations: () => null },
    favourites: { refresh: () => Promise.resolve() },
    prefetch: () => undefined,
    announce: () => undefined,
    apiIsHidden: () => hidden,
    clockFault: () => fault,
  });
  expect(await ask('locations')).toEqual({ ok: false, error: { error, detail } });
});

test('lists known locations while the API does not respond, and the refresh continues', async () => {
  const waits: number[] = [];
  const location = {
    code: 'nl-ams',
    country: 'NL',
    countryName: 'Netherlands',
    city: 'Amsterdam',
    type: 'standard',
  };
  const { ask } = setUp([], {
    directory: {
      refresh: () => new Promise(() => undefined),
      locations: () => [location],
      online: () => true,
      about: () => ({}),
    },
    after: (milliseconds: number, callback: () => void) => {
      waits.push(milliseconds);
      queueMicrotask(callback);
      return () => undefined;
    },
    favourites: { refresh: () => Promise.resolve() },
    prefetch: () => undefined,
    announce: () => undefined,
    lacking: () => null,
    missingLists: () => [],
  });
  expect(await ask('locations')).toMatchObject({ value: { locations: [{ code: 'nl-ams', online: true }] } });
  expect(waits).toEqual([1_500]);
});

test('lists locations by name, and marks whole countries', async () => {
  const row = { country: 'US', countryName: 'United States', type: 'native_residential' };
  const { ask } = setUp([], {
    directory: {
      refresh: () => Promise.resolve(ok(null)),
      locations: () => [
        { ...row, code: 'us-nyc-home', city: 'New York' },
        { ...row, code: 'us-any-home', city: 'Any city' },
        { ...row, code: 'at-vie', country: 'AT', countryName: 'Österreich', city: 'Wien', type: 'standard' },
      ],
      online: (code: string) => code !== 'us-nyc-home',
      about: () => ({}),
    },
    after: () => () => undefined,
    favourites: { refresh: () => Promise.resolve() },
    ...{ prefetch: () => undefined, announce: () => undefined, lacking: () => null },
    missingLists: () => [],
  });
  const listed = (await ask('locations')) as { readonly value: ResultOf<'locations'> };
  expect(listed.value.locations.map(({ code, anyCity }) => [code, anyCity])).toEqual([
    ['at-vie', undefined],
    ['us-any-home', true],
    ['us-nyc-home', undefined],
  ]);
  expect(await ask('locations.homes', { location: 'united states' })).toEqual(ok({ codes: ['us-any-home'] }));
  expect(await ask('locations.homes', { location: 'at' })).toEqual(ok({ codes: [] }));
});

test('of two gateways the entry must offer the chosen transport, and the exit need not', async () => {
  const asked: (readonly [string | null, boolean])[] = [];
  const directory = {
    refresh: () => Promise.resolve(refreshed),
    destinationsFor: () => null,
    gatewaysFor: () => null,
  };
  const { goals, ask } = await setUpTunnel(directory, 'disconnected', (location, isBehindEntry = false) => {
    asked.push([location, isBehindEntry]);
    return isBehindEntry || location === 'nl-ams' ? null : 'wireguard_cover';
  });
  expect(await ask('connect', { location: 'nl-ams', via: 'jp-tyo' })).toMatchObject({
    error: { error: 'entry_lacks_transport', detail: 'wireguard_cover' },
  });
  expect(goals).toEqual([]);
  expect(await ask('connect', { location: 'jp-tyo', via: 'nl-ams' })).toMatchObject({ ok: true });
  expect(goals).toMatchObject([{ location: 'jp-tyo', via: 'nl-ams' }]);
  expect(asked).toContainEqual(['jp-tyo', true]);
});
