import { ok } from '@comet/foundation';
import { expect, test, vi } from 'vitest';
import { setUp } from './commands-fixture.ts';

const row = (code: string, countryName: string, city: string, type = 'standard') => ({
  ...{ code, country: code.slice(0, 2).toUpperCase(), countryName, city, type },
});
const locations = [
  row('nl-ams', 'Netherlands', 'Amsterdam'),
  row('de-fra', 'Germany', 'Frankfurt'),
  row('de-ber', 'Germany', 'Berlin'),
  row('us-nyc', 'United States', 'New York'),
  row('us-bos-home', 'United States', 'Boston', 'native_residential'),
];

/** A daemon whose directory has these locations. */
function daemon(
  known = locations,
  afterRefresh = known,
  tunnel: object = { state: { kind: 'disconnected' } },
) {
  let listed = known;
  const refresh = vi.fn<() => Promise<unknown>>(() => {
    listed = afterRefresh;
    return Promise.resolve(ok(null));
  });
  const { file, ask } = setUp([], { directory: { locations: () => listed, refresh }, tunnel });
  return {
    ...{ file, ask, refresh },
    add: (name: string, ...typed: string[]) => ask('location-list.add', { name, locations: typed }),
    remove: (name: string, ...typed: string[]) =>
      ask('location-list.remove', { name, locations: typed.length === 0 ? null : typed }),
    lists: () => file.current.settings.locationLists,
  };
}
const refusal = (error: string, detail: string | null = null) => ({ ok: false, error: { error, detail } });

test('makes a list, extends it in any case of its name, and shows it', async () => {
  const { ask, add, lists } = daemon();
  expect(await add('Work', 'amsterdam', 'germany')).toMatchObject({ ok: true });
  expect(await add('WORK', 'nl-ams', 'New York')).toMatchObject({ ok: true });
  const made = [{ name: 'Work', locations: ['nl-ams', 'de-fra', 'de-ber', 'us-nyc'] }];
  expect(lists()).toEqual(made);
  expect(await ask('location-list.list')).toMatchObject({ value: { settings: { locationLists: made } } });
});

test('removes locations, a list without locations, and a whole list, which is then not the default', async () => {
  const { file, add, remove, lists } = daemon();
  await add('Work', 'germany');
  await add('Play', 'us-nyc');
  expect(await remove('work', 'berlin')).toMatchObject({ ok: true });
  expect(lists()[0]).toEqual({ name: 'Work', locations: ['de-fra'] });
  await file.change({ settings: { ...file.current.settings, server: 'work' } });
  expect(await remove('Play')).toMatchObject({ ok: true });
  expect(file.current.settings.server).toBe('work');
  expect(await remove('Work', 'de-fra')).toMatchObject({ ok: true });
  expect([lists(), file.current.settings.server]).toEqual([[], 'last']);
});

test('removes a location that no longer exists', async () => {
  const { file, remove, lists } = daemon();
  const locationLists = [{ name: 'Work', locations: ['nl-ams', 'xx-old'] }];
  await file.change({ settings: { ...file.current.settings, locationLists } });
  expect(await remove('Work', 'xx-old')).toMatchObject({ ok: true });
  expect(lists()).toEqual([{ name: 'Work', locations: ['nl-ams'] }]);
});

test('removes those locations of a country that are on the list', async () => {
  const { add, remove, lists } = daemon();
  await add('Work', 'nl-ams', 'berlin');
  expect(await remove('Work', 'germany')).toMatchObject({ ok: true });
  expect(lists()).toEqual([{ name: 'Work', locations: ['nl-ams'] }]);
  expect(await remove('Work', 'nl-ams', 'germany')).toEqual(refusal('location_unknown', 'germany'));
});

test('searches the newest list of locations before it refuses an unknown one, and then changes nothing', async () => {
  const { add, lists, refresh } = daemon(locations.slice(0, 1), locations.slice(0, 2));
  expect(await add('Work', 'nl-ams', 'frankfurt')).toMatchObject({ ok: true });
  expect(await add('Work', 'nl-ams', 'atlantis')).toEqual(refusal('location_unknown', 'atlantis'));
  expect(refresh).toHaveBeenCalledTimes(2);
  expect(lists()).toEqual([{ name: 'Work', locations: ['nl-ams', 'de-fra'] }]);
});

test.each(['last', 'Nearest', 'RANDOM', 'fastest', 'nl-ams', 'Germany', 'new york', 'DE', 'Berlin, Germany'])(
  'refuses the name %j, which has a meaning already',
  async (name) => {
    const { add, lists } = daemon();
    expect(await add(name, 'nl-ams')).toEqual(refusal('list_name_taken'));
    expect(lists()).toEqual([]);
  },
);

test.each(['', ' ', 'x'.repeat(41), '…', ' work', 'a\u{1b}[31m'])('refuses the name %j', async (name) => {
  const { add, lists } = daemon();
  expect(await add(name, 'nl-ams')).toMatchObject({ error: { error: 'malformed_request' } });
  expect(lists()).toEqual([]);
});

test('refuses residential locations, lists and locations of lists that do not exist', async () => {
  const { add, remove } = daemon();
  expect(await add('Work', 'us-bos-home')).toEqual(refusal('list_residential'));
  expect(await remove('Work')).toEqual(refusal('list_unknown'));
  await add('Work', 'nl-ams');
  expect(await remove('Work', 'us-nyc')).toEqual(refusal('location_unknown', 'us-nyc'));
});

test('refuses a 33rd list and a 33rd location', async () => {
  const many = Array.from({ length: 33 }, (_, index) => row(`aa-${index}`, 'Atlantis', `City ${index}`));
  const { add, lists } = daemon(many);
  for (let index = 0; index < 32; index += 1) await add(`list ${index}`, 'aa-0');
  expect(await add('one more', 'aa-0')).toEqual(refusal('list_too_many'));
  expect(await add('list 3', 'aa-1')).toMatchObject({ ok: true });
  expect(await add('list 3', 'atlantis')).toEqual(refusal('list_full'));
  expect([lists().length, lists()[3]?.locations]).toEqual([32, ['aa-0', 'aa-1']]);
});

test('keeps the changes of two clients at the same time', async () => {
  const { add, remove, lists } = daemon([], locations);
  await Promise.all([add('Work', 'nl-ams'), add('Play', 'us-nyc'), add('Work', 'berlin')]);
  const made = lists().map(({ name, locations: own }) => [name, ...own.toSorted()].join(' '));
  expect(made.toSorted()).toEqual(['Play us-nyc', 'Work de-ber nl-ams']);
  const outcomes = await Promise.all([remove('Play'), remove('Play'), add('Play', 'nl-ams')]);
  expect(outcomes.map(({ ok: isDone }) => isDone)).toEqual([true, false, true]);
  expect(lists().find(({ name }) => name === 'Play')?.locations).toEqual(['nl-ams']);
});

test('sets a list or a random location as the default; the fastest location is the nearest one', async () => {
  const { file, ask } = setUp([], {
    directory: { hasLocation: (place: string) => place === 'Work', byExit: () => false },
  });
  for (const [server, stored] of [
    ['Work', 'Work'],
    ['random', 'random'],
    ['fastest', 'nearest'],
  ]) {
    expect(await ask('server.set', { server })).toMatchObject({ ok: true });
    expect(file.current.settings.server).toBe(stored);
  }
  expect(await ask('server.set', { server: 'gone' })).toEqual(refusal('location_unknown'));
});

test.each([
  { goal: { location: 'work', isChosenAnew: true }, fallback: null, goals: [{ location: 'nl-ams' }] },
  { goal: { location: 'nl-ams' }, fallback: null, goals: [] },
  { goal: { location: 'work' }, fallback: { returns: 0 }, goals: [] },
])('a tunnel to a removed list keeps its location: %j', async ({ goal, fallback, goals }) => {
  const connect = vi.fn<(wanted: object) => Promise<void>>(() => Promise.resolve());
  const session = { gateway: { place: { location: 'nl-ams' } } };
  const { add, remove, lists } = daemon(locations, locations, {
    state: { kind: 'connected', goal, fallback, session },
    connect,
  });
  await add('Work', 'nl-ams', 'us-nyc');
  await remove('Work', 'us-nyc');
  expect(connect).not.toHaveBeenCalled();
  expect(await remove('Work')).toMatchObject({ ok: true });
  expect([connect.mock.calls.flat(), lists()]).toEqual([goals, []]);
});

test.each([
  [
    { location: 'work', via: 'us-nyc' },
    { location: null, via: 'us-nyc' },
  ],
  [
    { location: 'us-nyc', via: 'WORK' },
    { location: 'us-nyc', via: null },
  ],
  [
    { location: 'Work', via: 'Work' },
    { location: null, via: null },
  ],
  [{ location: 'us-nyc' }, { location: 'us-nyc' }],
])('a saved goal %j does not keep a removed list', async (saved, left) => {
  const { file, add, remove } = daemon();
  await add('Work', 'nl-ams', 'de-fra');
  await file.change({ pausedGoal: saved, away: saved });
  await remove('Work', 'de-fra');
  expect(file.current).toMatchObject({ pausedGoal: saved, away: saved });
  const change = vi.spyOn(file, 'change');
  expect(await remove('Work', 'nl-ams')).toMatchObject({ ok: true });
  expect(change).toHaveBeenCalledOnce();
  expect([file.current.pausedGoal, file.current.away]).toEqual([left, left]);
});

test.each([
  ['connecting', { location: 'work', isChosenAnew: true }, [{ location: null }]],
  ['error', { location: 'Work' }, [{ location: null }]],
  [
    'error',
    { location: 'random', via: 'work', isChosenAnew: true },
    [{ location: 'random', via: null, isChosenAnew: true }],
  ],
  ['connecting', { location: 'nl-ams' }, []],
  ['error', null, []],
])('a tunnel in %s to %j does not wait for a removed list', async (kind, goal, goals) => {
  const connect = vi.fn<(wanted: object) => Promise<void>>(() => new Promise(() => undefined));
  const { add, remove, lists } = daemon(locations, locations, { state: { kind, goal }, connect });
  await add('Work', 'nl-ams');
  expect(await remove('Work')).toMatchObject({ ok: true });
  expect([connect.mock.calls.flat(), lists()]).toEqual([goals, []]);
});

test('a tunnel through a removed list keeps its entry', async () => {
  const connect = vi.fn<(wanted: object) => Promise<void>>(() => Promise.resolve());
  const at = (location: string) => ({ gateway: { place: { location } } });
  const goal = { location: 'us-nyc', via: 'work' };
  const session = { ...at('us-nyc'), protocol: 'wireguard', via: at('nl-ams') };
  const state = { kind: 'connected', goal, fallback: null, session };
  const { add, remove } = daemon(locations, locations, { state, connect });
  await add('Work', 'nl-ams');
  await remove('Work');
  expect(connect.mock.calls).toEqual([[{ location: 'us-nyc', via: 'nl-ams' }]]);
});
