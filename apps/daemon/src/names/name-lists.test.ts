import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@comet/foundation/log';
import { freshSettings, type NameList } from '@comet/tunnel-protocol';
import { expect, onTestFinished, test } from 'vitest';
import { fakeLocalResolver } from '../platform/dns/local-resolver.fake.ts';
import { nameListFiles } from '../platform/files/name-list-files.ts';
import { createNameLists } from './name-lists.ts';

const url = 'https://lists.example/hosts';
const remote: NameList = { kind: 'block', source: url };
const mine: NameList = { kind: 'block', source: 'mine' };
const fresh = { result: 'new', etag: '"1"', names: 1, text: 'ads.example' } as const;

async function setUp(lists: NameList[]) {
  const folder = await mkdtemp(join(tmpdir(), 'comet-names-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = nameListFiles(folder);
  const resolver = fakeLocalResolver();
  const settings = { ...freshSettings, nameLists: lists };
  const state = { now: new Date('2026-11-30T12:00:00Z'), resolvers: ['100.64.0.1'] as string[] | null };
  const timers: { delay: number; callback: () => void }[] = [];
  const nameLists = createNameLists({
    files,
    settings: () => settings,
    resolver,
    resolvers: () => state.resolvers,
    clock: { now: () => state.now },
    after(delay, callback) {
      const timer = { delay, callback };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    log: silentLog,
  });
  const pass = (hours: number) => void (state.now = new Date(state.now.getTime() + hours * 3_600_000));
  /** Runs the next check, and waits for its downloads. */
  const check = async (requests: number) => {
    timers.shift()?.callback();
    await nameLists.update([]);
    expect(resolver.requests).toHaveLength(requests);
  };
  return { files, resolver, settings, state, timers, nameLists, pass, check };
}

test('downloads a list once a day while a tunnel is up, with its entity tag', async () => {
  const { files, resolver, nameLists, timers, pass, check } = await setUp([remote]);
  resolver.lists.set(url, fresh);
  nameLists.onConnected(true);
  await check(1);
  expect(resolver.requests).toEqual([{ url, etag: null, resolvers: ['100.64.0.1'] }]);
  expect([(await files.readText(remote))?.toString(), resolver.reloads]).toEqual(['ads.example', 1]);
  pass(23);
  await check(1);
  resolver.lists.set(url, { result: 'unchanged' });
  pass(1);
  await check(2);
  expect(resolver.requests.at(-1)?.etag).toBe('"1"');
  expect(await nameLists.rows()).toMatchObject({
    lists: [{ names: 1, updatedAt: '2026-12-01T12:00:00.000Z', failure: null }],
  });
  expect(resolver.reloads).toBe(1);
  nameLists.onConnected(false);
  expect(timers).toEqual([]);
});

test('keeps the last text after a failure, says why, and tries again within hours', async () => {
  const { files, resolver, nameLists, pass, check } = await setUp([remote]);
  resolver.lists.set(url, fresh);
  nameLists.onConnected(true);
  await check(1);
  resolver.lists.set(url, { result: 'failed', failure: 'no_names' });
  pass(24);
  await check(2);
  expect(await nameLists.rows()).toMatchObject({ lists: [{ names: 1, failure: 'no_names' }] });
  expect((await files.readText(remote))?.toString()).toBe('ads.example');
  pass(1);
  await check(3);
});

test('without a tunnel nothing is downloaded', async () => {
  const { resolver, state, nameLists } = await setUp([remote]);
  state.resolvers = null;
  expect(await nameLists.update()).toBe(false);
  expect(resolver.requests).toEqual([]);
});

test('refuses texts without names and above the total size, without a change', async () => {
  const { nameLists, files } = await setUp([mine, { ...mine, source: 'other' }]);
  const write = (source: string, text: string) => nameLists.writeText({ ...mine, source, text });
  expect(await write('mine', 'no names')).toBe('name_list_empty');
  expect(await write('mine', `ads.example\n${'#'.repeat(60_000)}`)).toBeNull();
  expect(await write('other', `ads.example\n${'#'.repeat(60_000)}`)).toBe('name_list_too_large');
  expect(await files.readText({ ...mine, source: 'other' })).toBeNull();
  expect(await write('mine', `ads.example\n${'#'.repeat(80_000)}`)).toBeNull();
});

test('removes the texts of removed lists only', async () => {
  const { nameLists, files, settings } = await setUp([mine, { ...mine, source: 'other' }]);
  for (const source of ['mine', 'other']) await nameLists.writeText({ ...mine, source, text: 'ads.example' });
  settings.nameLists = [mine];
  await nameLists.clean();
  expect(await files.readText({ ...mine, source: 'other' })).toBeNull();
  expect((await files.readText(mine))?.toString()).toBe('ads.example');
});
