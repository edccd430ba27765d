import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openKeyFolder } from './key-folder.ts';

const parent = await mkdtemp(join(tmpdir(), 'comet-keys-'));
afterAll(() => rm(parent, { recursive: true }));

test('processes that start together end up with one key, and nobody else can read it', async () => {
  const folder = join(parent, 'keys');
  const files = await Promise.all([1, 2, 3, 4].map(() => openKeyFolder(folder)));
  let made = 0;
  const keys = await Promise.all(
    files.map((file) =>
      file('a.key', () => {
        made += 1;
        return `key ${made}`;
      }),
    ),
  );
  expect(new Set(keys).size).toBe(1);
  expect(await readdir(folder)).toEqual(['a.key']);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'a.key'))).mode & 0o777).toBe(0o600);
});
