import { chmod, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replySnapshot } from '../../../test/simulation/snapshot-of.ts';
import {
  deleteFormerFiles,
  deleteRecordedGoal,
  writeRecordedGoal,
  readRecordedGoal,
  writeSavedSessions,
  takeSavedSessions,
} from './saved-session-file.ts';
import { savedSessionFor, type SavedSession, type SavedSessions } from './saved-session.ts';

const start = (requested: string | null): SavedSession => ({
  ...{ requested, location: requested, ticket: 'ticket', mtu: 1420, reply: replySnapshot },
  policy: { kind: 'blocked', allowLan: false, api: [] },
  peer: { publicKey: 'key', allowedIps: ['0.0.0.0/0'] },
  addresses: { link: 'comet0', gateway: '192.0.2.2', ipv4: '100.64.0.2', ipv6: 'fd00::2', allowLan: false },
  resolvers: ['100.64.0.1'],
});
const starts: SavedSessions = {
  ...{ version: '1.2.3', link: 'comet0', from: 1_000, until: 2_000, privateKey: 'private' },
  starts: [start(null), start('de-fra')],
};
const same = { version: '1.2.3', link: 'comet0' };

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-saved-session-'));
  await writeFile(join(folder, 'state.json'), '{}');
});
afterEach(() => rm(folder, { recursive: true }));

test('reads saved sessions once, unchanged', async () => {
  await writeSavedSessions(folder, starts);
  expect(takeSavedSessions(folder, same, 1_500)).toMatchObject(starts);
  expect(takeSavedSessions(folder, same, 1_500)).toBeNull();
  expect(await readdir(folder)).toEqual(['state.json']);
});

test.each([
  ['another version', { ...same, version: '1.2.4' }, 1_500],
  ['another link', { ...same, link: 'comet1' }, 1_500],
  ['a clock that was set back', same, 999],
  ['an expired time', same, 2_000],
])('%s reads nothing, and deletes the file', async (_, program, now) => {
  await writeSavedSessions(folder, starts);
  expect(takeSavedSessions(folder, program, now)).toBeNull();
  expect(await readdir(folder)).toEqual(['state.json']);
});

test.each([
  [
    'is written',
    async () => {
      await writeFile(join(folder, 'new'), '{}');
      await rename(join(folder, 'new'), join(folder, 'state.json'));
    },
  ],
  ['is touched', () => utimes(join(folder, 'state.json'), 1, 1)],
  ['goes', () => rm(join(folder, 'state.json'))],
])('is invalid once state.json %s', async (_, change) => {
  await writeSavedSessions(folder, starts);
  await change();
  expect(takeSavedSessions(folder, same, 1_500)).toBeNull();
});

test('rejects a file accessible to others, a link, and an invalid file', async () => {
  const file = join(folder, 'saved-sessions.json');
  await writeSavedSessions(folder, starts);
  await chmod(file, 0o644);
  expect(takeSavedSessions(folder, same, 1_500)).toBeNull();
  await writeSavedSessions(folder, starts);
  await rename(file, join(folder, 'elsewhere'));
  await symlink(join(folder, 'elsewhere'), file);
  expect(takeSavedSessions(folder, same, 1_500)).toBeNull();
  expect(await readdir(folder)).toEqual(['elsewhere', 'state.json']);
  await writeSavedSessions(folder, starts);
  await chmod(folder, 0o755);
  expect(takeSavedSessions(folder, same, 1_500)).toBeNull();
  await chmod(folder, 0o700);
  for (const text of [
    '',
    'null',
    '[]',
    '7',
    JSON.stringify({ ...starts, starts: 'none' }),
    '{"starts":[]}',
  ]) {
    await writeFile(file, text, { mode: 0o600 });
    expect(takeSavedSessions(folder, same, 1_500), text).toBeNull();
  }
  expect(takeSavedSessions('/nowhere', same, 1_500)).toBeNull();
});

test.each([
  null,
  7,
  { ...start('de-fra'), requested: ['de-fra'] },
  { ...start('de-fra'), location: {} },
  { ...start('de-fra'), ticket: null },
  { ...start('de-fra'), reply: 7 },
  { ...start('de-fra'), addresses: null },
  { ...start('de-fra'), addresses: { ...start('de-fra').addresses, link: '--help' } },
])('rejects all saved sessions if one is %j', async (spoilt) => {
  const file = join(folder, 'saved-sessions.json');
  await writeSavedSessions(folder, starts);
  const kept = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...kept, starts: [start(null), spoilt] }));
  expect(takeSavedSessions(folder, same, 1_500)).toBeNull();
});

test('finds a location in any case, and a session without a location only for null', () => {
  expect(savedSessionFor(starts.starts, ' DE-Fra ')?.requested).toBe('de-fra');
  expect(savedSessionFor(starts.starts, null)?.requested).toBeNull();
  expect(savedSessionFor(starts.starts, 'us-nyc')).toBeNull();
  expect(savedSessionFor(starts.starts, '')).toBeNull();
});

test('deletes only the files of earlier versions', async () => {
  await writeFile(join(folder, 'head-start.json'), '{"privateKey":"key"}');
  await writeFile(join(folder, 'head-start.wish'), '{}');
  deleteFormerFiles(folder);
  deleteFormerFiles(folder);
  expect(await readdir(folder)).toEqual(['state.json']);
});

test('the recorded goal is valid until state.json is rewritten', async () => {
  expect(readRecordedGoal(folder)).toBeNull();
  await writeRecordedGoal(folder, 'de-fra');
  expect(readRecordedGoal(folder)).toEqual({ location: 'de-fra' });
  await writeRecordedGoal(folder, null);
  expect(readRecordedGoal(folder)).toEqual({ location: null });
  await writeFile(join(folder, 'state.json'), '{"intent":null}');
  expect(readRecordedGoal(folder)).toBeNull();
  deleteRecordedGoal(folder);
  deleteRecordedGoal(folder);
  expect(await readdir(folder)).toEqual(['state.json']);
});
