import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchByInotify } from './watch-file.ts';

let folder = '';
let path = '';
let seen = 0;
let stop = (): void => undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-watch-'));
  path = join(folder, 'resolv.conf');
  await writeFile(path, 'one');
  seen = 0;
});
afterEach(async () => {
  stop();
  await rm(folder, { recursive: true });
});

function begin(): void {
  stop = watchByInotify(path, () => {
    seen += 1;
  });
}

async function isNoticed(change: () => Promise<unknown>): Promise<void> {
  // What earlier changes caused must have arrived, or it would be counted for this one.
  await new Promise((resolve) => setTimeout(resolve, 50));
  seen = 0;
  await change();
  await expect.poll(() => seen).toBeGreaterThan(0);
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(join(folder, 'new'), text);
  await rename(join(folder, 'new'), file);
}

test('writing into it and renaming over it are noticed, however often', async () => {
  begin();
  await isNoticed(() => writeFile(path, 'two'));
  await isNoticed(() => replace(path, 'three'));
  await isNoticed(() => replace(path, 'four'));
  await isNoticed(() => writeFile(path, 'five'));
  await isNoticed(() => rm(path));
  await isNoticed(() => writeFile(path, 'six'));
});

test('behind a link, its target and the link are both watched', async () => {
  await mkdir(join(folder, 'run'));
  const target = join(folder, 'run', 'stub.conf');
  await rename(path, target);
  await symlink(target, path);
  begin();
  await isNoticed(() => writeFile(target, 'two'));
  await isNoticed(() => replace(target, 'three'));
  await isNoticed(() => writeFile(target, 'four'));
  await isNoticed(() => replace(path, 'a file in place of the link'));
  await isNoticed(() => writeFile(path, 'five'));
});

test('what happens to its neighbours is not', async () => {
  begin();
  await writeFile(join(folder, 'hosts'), 'x');
  await isNoticed(() => writeFile(path, 'two'));
  seen = 0;
  await writeFile(join(folder, 'hosts'), 'y');
  stop();
  expect(seen).toBe(0);
});
