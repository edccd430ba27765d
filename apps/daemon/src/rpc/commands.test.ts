import { cometTexts, commandErrorTexts } from '@comet/texts/tunnel';
import { type DaemonSettings, daemonSettings, type PlatformFeature } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import { freshMemory } from '../platform/memory.ts';
import { fakeMemoryFile } from '../platform/state-file.fake.ts';
import { settingsVersion } from '../choices/migrate.ts';
import { type CommandParts, commandsOf, dispatch } from './commands.ts';
import { featuresOf } from './unsupported.ts';

/** A daemon whose settings can be changed, and nothing else. */
function setUp(unsupported: readonly PlatformFeature[] = [], more: object = {}) {
  const file = fakeMemoryFile(freshMemory());
  const said: string[] = [];
  const parts = {
    file,
    onSettings: () => Promise.resolve(true),
    snapshot: () =>
      Promise.resolve({
        tunnel: { state: 'disconnected', since: '' },
        account: null,
        settings: file.current.settings,
        traffic: null,
      }),
    snapshotAtHand: () => ({ tunnel: { state: 'disconnected', since: '' } }),
    unsupported,
    watch: () => () => undefined,
    networks: { look: () => undefined },
    diagnosis: {},
    updates: {},
    proxies: {
      proxies: { open: () => Promise.resolve(true) },
      settings: (): DaemonSettings => file.current.settings,
    },
    split: { splitter: { programsCanBeTold: true }, settings: (): DaemonSettings => file.current.settings },
    ...more,
  } as unknown as CommandParts;
  const caller = {
    gone: new AbortController().signal,
    say: (_: unknown, text: string) => void said.push(text),
    isProcess: () => Promise.resolve(false),
    shows: () => undefined,
  };
  const run = (words: readonly string[]) =>
    dispatch(
      commandsOf(parts),
      { id: 1, command: 'run', params: { words, watched: false, takeBack: false } },
      caller,
    );
  return { file, said, run };
}

test.each(['/opt/app/', '//opt', '/opt/../etc', '/opt/\u{7}', '/'])(
  'a whole command line reaches no setting that the next start could not read: split add-app %j',
  async (path) => {
    const { file, run } = setUp();
    expect(await run(['split', 'add-app', path])).toMatchObject({ value: { exitCode: 2 } });
    expect(file.current.settings.splitTunnel.apps).toEqual([]);
  },
);

test('what is named for another way is listed, in force or not, and nothing changes by that', async () => {
  const { file, said, run } = setUp();
  const listed = async () => {
    said.length = 0;
    expect(await run(['split'])).toEqual({ ok: true, value: { exitCode: 0 } });
    return said.join();
  };
  expect(await listed()).toBe('All traffic takes the same way.');
  await run(['split', 'add-network', '203.0.113.0/24']);
  const { settings } = file.current;
  expect(await listed()).toBe(
    'All traffic takes the same way. Named for `comet split exclude` or `include`: 203.0.113.0/24.',
  );
  expect(file.current.settings).toBe(settings);
  await run(['split', 'exclude']);
  expect(await listed()).toBe('Outside of the tunnel go: 203.0.113.0/24.');
});

test('a place that the list at hand lacks is looked for in the newest, before nobody knows it', async () => {
  const asked: string[] = [];
  const goals: unknown[] = [];
  let known: readonly string[] = [];
  const { file, run } = setUp([], {
    directory: {
      knows: (place: string) => known.includes(place),
      refresh: () => {
        asked.push('list');
        known = ['us-nyc-home'];
        return Promise.resolve({ ok: true, value: null });
      },
      locations: () => null,
    },
    pause: { forget: () => Promise.resolve() },
    networks: { forget: () => Promise.resolve(), look: () => undefined },
    lacking: () => null,
    missingLists: () => [],
    tunnel: {
      state: { kind: 'disconnected' },
      connect: (goal: unknown) => {
        goals.push(goal);
        return Promise.resolve({ kind: 'connected' });
      },
    },
  });
  await file.change({ account: { email: 'ada@example.com' } as never });
  await run(['connect', 'atlantis']);
  expect([asked, goals]).toEqual([['list'], []]);
  known = [];
  await run(['connect', 'us-nyc-home']);
  await run(['connect', 'us-nyc-home']);
  const there = { location: 'us-nyc-home' };
  expect([asked, goals]).toEqual([
    ['list', 'list'],
    [there, there],
  ]);
});

test.each([
  { state: 'connected', words: ['jp-tyo'], isBack: false, tried: 0 },
  { state: 'connected', words: ['nl-ams', '--via', 'jp-tyo'], isBack: false, tried: 0 },
  { state: 'connected', words: ['jp-tyo'], isBack: true, tried: 1 },
  { state: 'disconnected', words: ['jp-tyo'], isBack: false, tried: 1 },
])(
  'a tunnel that is up is not given up for a place that is offline in the newest list: %j',
  async (given) => {
    const done = { tried: 0, refreshed: 0 };
    let listed: readonly (typeof gateways)[number][] = gateways.slice(0, 1);
    const there = (location: string | null) => listed.filter(({ place }) => place.location === location);
    const { file, said, run } = setUp([], {
      directory: {
        knows: () => true,
        destinationsFor: ({ location }: { location: string }) => ({ wanted: there(location), standIns: [] }),
        gatewaysFor: ({ location }: { location: string }) => there(location),
        refresh: () => {
          done.refreshed += 1;
          listed = gateways.slice(0, given.isBack ? 2 : 1);
          return Promise.resolve({ ok: true, value: null });
        },
        locations: () => null,
      },
      pause: { forget: () => Promise.resolve() },
      networks: { forget: () => Promise.resolve(), look: () => undefined },
      lacking: () => null,
      missingLists: () => [],
      tunnel: {
        state: { kind: given.state },
        connect: () => {
          done.tried += 1;
          return Promise.resolve({ kind: 'connected' });
        },
      },
    });
    await file.change({ account: { email: 'ada@example.com' } as never });
    await run(['connect', ...given.words]);
    expect(done).toEqual({ tried: given.tried, refreshed: given.state === 'connected' ? 1 : 0 });
    expect(said.includes(commandErrorTexts.location_offline)).toBe(given.tried === 0);
  },
);

test.each([
  { there: 1, fromOlder: 1, tried: 0, refreshed: 1 },
  { there: 2, fromOlder: 1, tried: 1, refreshed: 1 },
  { there: 2, fromOlder: 2, tried: 1, refreshed: 0 },
])(
  'in and out at one place goes by two of its gateways, or is refused before anything is held back: %j',
  async (given) => {
    const done = { tried: 0, refreshed: 0 };
    let listed = gateways.slice(0, given.fromOlder);
    const { file, said, run } = setUp([], {
      directory: {
        knows: () => true,
        destinationsFor: () => ({ wanted: listed, standIns: [] }),
        gatewaysFor: () => listed,
        refresh: () => {
          done.refreshed += 1;
          listed = gateways.slice(0, given.there);
          return Promise.resolve({ ok: true, value: null });
        },
        locations: () => null,
      },
      pause: { forget: () => Promise.resolve() },
      networks: { forget: () => Promise.resolve(), look: () => undefined },
      lacking: () => null,
      missingLists: () => [],
      tunnel: {
        state: { kind: 'disconnected' },
        connect: () => {
          done.tried += 1;
          return Promise.resolve({ kind: 'connected' });
        },
      },
    });
    await file.change({ account: { email: 'ada@example.com' } as never });
    await run(['connect', 'nl-ams', '--via', 'nl-ams']);
    expect(done).toEqual({ tried: given.tried, refreshed: given.refreshed });
    expect(said.join('\n').includes(commandErrorTexts.entry_is_exit)).toBe(given.there === 1);
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

test('the commands behind a command line are checked as those of a frame are', async () => {
  const { file, run } = setUp();
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
  const setting = fc.oneof(
    fc.tuple(fc.constant('split'), fc.constantFrom('add-app', 'add-network'), fc.oneof(name, fc.webPath())),
    fc.tuple(fc.constant('set'), fc.constant('dns'), fc.oneof(name, fc.ipV4(), fc.ipV6())),
    fc.tuple(
      fc.constant('proxy'),
      fc.constant('add'),
      fc.oneof(name, fc.nat(70_000).map(String)),
      name,
      fc.constant('sticky'),
    ),
    fc.tuple(fc.constant('set'), fc.constantFrom('protocol', 'variant', 'block'), name),
  );
  await fc.assert(
    fc.asyncProperty(setting, async (words) => {
      await run(words);
      expect(daemonSettings.safeParse(file.current.settings).success).toBe(true);
    }),
  );
  const astral = '𝄞'.repeat(31);
  expect(await run(['trust', astral])).toMatchObject({ value: { exitCode: 2 } });
  expect(await run(['connect', 'x'.repeat(61)])).toMatchObject({ value: { exitCode: 2 } });
});

test.each([
  [['set', 'protocol', 'openvpn'], 'OpenVPN'],
  [['split', 'exclude'], 'Split tunnelling'],
  [['split', 'add-network', '203.0.113.0/24'], 'Split tunnelling'],
  [['connect', 'nl-ams', '--via', 'de-fra'], 'Going through two gateways'],
])('what a system cannot do is refused by its name: %j', async (words, name) => {
  const { file, said, run } = setUp(['openvpn', 'split_tunnel', 'multi_hop']);
  const before = file.current.settings;
  expect(await run(words)).toEqual({ ok: true, value: { exitCode: 1 } });
  expect(said.join('\n')).toContain(`${name} is not available on this operating system.`);
  expect(file.current.settings).toEqual(before);
});

test('settings of a machine that can do more are refused whole, what takes nothing back is not', async () => {
  const { file, said, run } = setUp(['openvpn', 'split_tunnel']);
  await run(['split', 'off']);
  await run(['set', 'protocol', 'wireguard']);
  expect(said.join()).not.toContain('not available');
  const { localProxies: _, pausedUntil: __, ...settings } = { ...file.current.settings, protocol: 'openvpn' };
  const text = JSON.stringify({ comet: 'settings', version: settingsVersion, settings });
  expect(featuresOf('settings.import', { text })).toEqual(['openvpn']);
});

test('a choice that the disk does not take holds all the same, and whoever made it is told', async () => {
  const held: boolean[] = [];
  const onSettings = () => Promise.resolve(held.push(file.current.settings.lockdown) > 0);
  const { file, run, said } = setUp([], { onSettings });
  file.full = true;
  expect(await run(['lockdown', 'on'])).toMatchObject({ value: { exitCode: 1 } });
  expect(held).toEqual([true]);
  expect(said.join()).toContain('the disk takes nothing');
});

test('so is he whose lockdown is not in force yet when the machine starts', async () => {
  const { run, said } = setUp([], { onSettings: () => Promise.resolve(false) });
  expect(await run(['lockdown', 'on'])).toMatchObject({ value: { exitCode: 1 } });
  expect(said.join()).toContain('the disk takes nothing');
});
