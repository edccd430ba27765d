import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@comet/foundation/log';
import { expect, onTestFinished, test } from 'vitest';
import { begin, end, noStatistics } from './statistics.ts';
import { statisticsFile } from './statistics-file.ts';

const now = new Date('2026-11-30T12:00:00Z');
const label = { location: 'nl-ams', transport: 'wireguard' };
const some = end(begin(noStatistics, label, { received: 0, sent: 0 }, now), now);

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'comet-statistics-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, file: statisticsFile(folder, silentLog), path: join(folder, 'statistics.enc') };
}

test('reads what it wrote, and only this user can read it, encrypted', async () => {
  const { folder, file, path } = await setUp();
  expect(await file.read()).toEqual(noStatistics);
  await file.write(some);
  await file.write(some);
  expect(await statisticsFile(folder, silentLog).read()).toEqual(some);
  expect(await readdir(folder)).toEqual(['statistics.enc', 'statistics.key']);
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).not.toContain('nl-ams');
});

test('a crash in the middle of a write leaves the previous statistics', async () => {
  const { file, path } = await setUp();
  await file.write(some);
  await writeFile(`${path}.new`, 'half of a new fi');
  expect(await file.read()).toEqual(some);
  await file.write(noStatistics);
  expect(await file.read()).toEqual(noStatistics);
});

test('sets a file aside that is corrupted, of another machine, or of another kind', async () => {
  const other = await setUp();
  await other.file.write(some);
  const foreign = await readFile(other.path, 'utf8');
  const { file, path } = await setUp();
  await file.write(some);
  const own = await readFile(path, 'utf8');
  const changed = own.replace(
    /"sealed":"(.)/,
    (_, first: string) => `"sealed":"${first === 'A' ? 'B' : 'A'}`,
  );
  for (const text of [
    foreign,
    changed,
    own.slice(0, 40),
    '',
    'not JSON',
    '{"comet":"settings"}',
    own.replace('1', '2'),
  ]) {
    await writeFile(path, text);
    expect(await file.read(), text.slice(0, 30)).toEqual(noStatistics);
    expect(await readFile(`${path}.broken`, 'utf8')).toBe(text);
    // The next write begins anew.
    await file.write(some);
    expect(await file.read()).toEqual(some);
  }
});

test('sets a file aside whose key is gone, and makes a new key', async () => {
  const { folder, file, path } = await setUp();
  await file.write(some);
  const before = await readFile(path, 'utf8');
  await rm(join(folder, 'statistics.key'));
  expect(await file.read()).toEqual(noStatistics);
  expect(await readFile(`${path}.broken`, 'utf8')).toBe(before);
  await file.write(some);
  expect(await file.read()).toEqual(some);
});

test('forgets everything, also what was set aside', async () => {
  const { folder, file, path } = await setUp();
  await file.write(some);
  await writeFile(`${path}.broken`, 'old');
  await file.forget();
  await file.forget();
  expect(await readdir(folder)).toEqual([]);
});
