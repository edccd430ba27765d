import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { debouncedWriter, openStateDirectory, stateFile } from './state-directory.ts';

let folder = '';
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'comet-state-')), 'state');
  await openStateDirectory(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const numbers = z.object({ numbers: z.array(z.number()) });

test('only the owner can read the folder and its files', async () => {
  await stateFile(folder, 'secret.json', numbers).write({ numbers: [1] });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'secret.json'))).mode & 0o777).toBe(0o600);
});

test('writes that overlap are made in turn, and leave no draft behind', async () => {
  const file = stateFile(folder, 'turns.json', numbers);
  await Promise.all(Array.from({ length: 20 }, (_, index) => file.write({ numbers: [index] })));
  expect(await file.read()).toEqual({ numbers: [19] });
  expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([]);
});

test('an absent file is null, a damaged one is an error that names it', async () => {
  expect(await stateFile(folder, 'absent.json', numbers).read()).toBeNull();
  await writeFile(join(folder, 'damaged.json'), '{"numbers":[');
  await expect(stateFile(folder, 'damaged.json', numbers).read()).rejects.toThrow(/damaged\.json is damaged/);
});

test('changes asked for together reach the disk in one write, and a flush does not wait for the timer', async () => {
  const written: number[] = [];
  const file = {
    read: () => Promise.resolve(null),
    write: (content: number) => {
      written.push(content);
      return Promise.resolve();
    },
  };
  let content = 0;
  const writer = debouncedWriter(
    file,
    () => content,
    () => 60_000,
    () => undefined,
  );
  await writer.flush();
  for (content = 1; content < 5; content += 1) writer.soon();
  await writer.flush();
  expect(written).toEqual([5]);
});
