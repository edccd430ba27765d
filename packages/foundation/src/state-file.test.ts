import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStateFolder, stateFile } from './state-file.ts';

let home = '';
let folder = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'comet-state-'));
  folder = join(home, 'state');
  await openStateFolder(folder);
});
afterAll(() => rm(home, { recursive: true, force: true }));

const list = {
  safeParse: (found: unknown) =>
    Array.isArray(found)
      ? { success: true as const, data: found as readonly unknown[] }
      : { success: false as const },
};

test('only the owner can read the folder and its files, also if the first write created it', async () => {
  const fresh = join(home, 'fresh');
  await stateFile(fresh, 'secret.json', list).write([1]);
  expect((await stat(fresh)).mode & 0o777).toBe(0o700);
  expect((await stat(join(fresh, 'secret.json'))).mode & 0o777).toBe(0o600);
});

test('serialises concurrent writes, and leaves no temporary file', async () => {
  const file = stateFile(folder, 'turns.json', list);
  await Promise.all(Array.from({ length: 20 }, (_, index) => file.write([index])));
  expect(await file.read()).toEqual([19]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([]);
});

test('removes the file also after a pending write', async () => {
  const file = stateFile(folder, 'removed.json', list);
  await Promise.all([file.write([1]), file.remove()]);
  expect(await file.read()).toBeNull();
  expect(await file.version()).toBeNull();
  await stateFile(join(home, 'never made'), 'removed.json', list).remove();
});

test('a write changes the version', async () => {
  const file = stateFile(folder, 'versions.json', list);
  await file.write([1]);
  const before = await file.version();
  await file.write([1]);
  expect(await file.version()).not.toBe(before);
});

test('returns null for a missing file, and an error that names a damaged one', async () => {
  expect(await stateFile(folder, 'absent.json', list).read()).toBeNull();
  for (const damaged of ['', '[1', '{"not":"a list"}']) {
    await writeFile(join(folder, 'damaged.json'), damaged);
    await expect(stateFile(folder, 'damaged.json', list).read()).rejects.toThrow(/damaged\.json is damaged/);
  }
});
