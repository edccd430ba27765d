import { cometTexts, commandErrorTexts } from '@comet/texts/tunnel';
import { expect, test, vi } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import { setUp } from './commands-under-test.ts';

type Listed = readonly (typeof gateways)[number][];
const refreshed = { ok: true, value: null } as const;

/** A daemon with an account whose tunnel comes up wherever it is sent; `goals` are the places that it was sent to. */
async function setUpTunnel(directory: object, state: 'connected' | 'disconnected' = 'disconnected') {
  const goals: unknown[] = [];
  const { file, said, run } = setUp([], {
    directory: { knows: () => true, locations: () => null, ...directory },
    keys: { current: () => null },
    pause: { forget: () => Promise.resolve() },
    networks: { forget: () => Promise.resolve(), look: () => undefined },
    lacking: () => null,
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
  return { goals, said, run };
}

test('a place that the list at hand lacks is looked for in the newest, before nobody knows it', async () => {
  const refresh = vi.fn<() => Promise<typeof refreshed>>(() => {
    known = ['us-nyc-home'];
    return Promise.resolve(refreshed);
  });
  let known: readonly string[] = [];
  const { goals, run } = await setUpTunnel({ knows: (place: string) => known.includes(place), refresh });
  await run(['connect', 'atlantis']);
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(goals).toEqual([]);
  known = [];
  await run(['connect', 'us-nyc-home']);
  await run(['connect', 'us-nyc-home']);
  const there = { location: 'us-nyc-home' };
  expect(refresh).toHaveBeenCalledTimes(2);
  expect(goals).toEqual([there, there]);
});

test.each([
  { state: 'connected', words: ['jp-tyo'], isBack: false, tried: 0 },
  { state: 'connected', words: ['nl-ams', '--via', 'jp-tyo'], isBack: false, tried: 0 },
  { state: 'connected', words: ['jp-tyo'], isBack: true, tried: 1 },
  { state: 'disconnected', words: ['jp-tyo'], isBack: false, tried: 1 },
] as const)(
  'a tunnel that is up is not given up for a place that is offline in the newest list: %j',
  async ({ state, words, isBack, tried }) => {
    let listed: Listed = gateways.slice(0, 1);
    const there = (location: string | null) => listed.filter(({ place }) => place.location === location);
    const refresh = vi.fn<() => Promise<typeof refreshed>>(() => {
      listed = gateways.slice(0, isBack ? 2 : 1);
      return Promise.resolve(refreshed);
    });
    const directory = {
      destinationsFor: ({ location }: { location: string }) => ({ wanted: there(location), standIns: [] }),
      gatewaysFor: ({ location }: { location: string }) => there(location),
      refresh,
    };
    const { goals, said, run } = await setUpTunnel(directory, state);
    await run(['connect', ...words]);
    expect(goals).toHaveLength(tried);
    expect(refresh).toHaveBeenCalledTimes(state === 'connected' ? 1 : 0);
    expect(said.includes(commandErrorTexts.location_offline)).toBe(tried === 0);
  },
);

test.each([
  { there: 1, fromOlder: 1, tried: 0, refreshes: 1 },
  { there: 2, fromOlder: 1, tried: 1, refreshes: 1 },
  { there: 2, fromOlder: 2, tried: 1, refreshes: 0 },
])(
  'in and out at one place goes by two of its gateways, or is refused before anything is held back: %j',
  async ({ there, fromOlder, tried, refreshes }) => {
    let listed: Listed = gateways.slice(0, fromOlder);
    const refresh = vi.fn<() => Promise<typeof refreshed>>(() => {
      listed = gateways.slice(0, there);
      return Promise.resolve(refreshed);
    });
    const destinationsFor = () => ({ wanted: listed, standIns: [] });
    const { goals, said, run } = await setUpTunnel({ destinationsFor, gatewaysFor: () => listed, refresh });
    await run(['connect', 'nl-ams', '--via', 'nl-ams']);
    expect(goals).toHaveLength(tried);
    expect(refresh).toHaveBeenCalledTimes(refreshes);
    expect(said.join('\n').includes(commandErrorTexts.entry_is_exit)).toBe(there === 1);
  },
);

test.each([
  { hidden: false, fault: null, words: commandErrorTexts.api_unreachable },
  { hidden: false, fault: 'clock_ahead' as const, words: commandErrorTexts.clock_ahead },
  { hidden: false, fault: 'clock_behind' as const, words: commandErrorTexts.clock_behind },
  { hidden: true, fault: 'clock_behind' as const, words: cometTexts.unreachableHeldBack },
])('an API that does not answer is told by what keeps it away: %j', async ({ hidden, fault, words }) => {
  const away = { ok: false, error: 'api_unreachable' };
  const { said, run } = setUp([], {
    directory: { refresh: () => Promise.resolve(away), locations: () => null },
    favourites: { refresh: () => Promise.resolve() },
    anticipate: () => undefined,
    announce: () => undefined,
    apiIsHidden: () => hidden,
    clockFault: () => fault,
  });
  expect(await run(['locations'])).toMatchObject({ value: { exitCode: 1 } });
  expect(said.join('\n').trim()).toBe(words);
});

test('locations that are known are listed although the API does not answer, and the refresh goes on', async () => {
  const waits: number[] = [];
  const location = {
    code: 'nl-ams',
    country: 'NL',
    countryName: 'Netherlands',
    city: 'Amsterdam',
    type: 'standard',
  };
  const { said, run } = setUp([], {
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
    anticipate: () => undefined,
    announce: () => undefined,
    lacking: () => null,
    missingLists: () => [],
  });
  expect(await run(['locations'])).toMatchObject({ value: { exitCode: 0 } });
  expect(said.join('\n')).toContain('nl-ams  Amsterdam  Netherlands');
  expect(waits).toEqual([1_500]);
});
