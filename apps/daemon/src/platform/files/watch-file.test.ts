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
  // Events of earlier changes must have arrived, or they would count for this one.
  await new Promise((resolve) => setTimeout(resolve, 50));
  seen = 0;
  await change();
  await expect.poll(() => seen).toBeGreaterThan(0);
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(join(folder, 'new'), text);
  await rename(join(folder, 'new'), file);
}

test('reports writes to the file and renames over it each time', async () => {
  begin();
  await isNoticed(() => writeFile(path, 'two'));
  await isNoticed(() => replace(path, 'three'));
  await isNoticed(() => replace(path, 'four'));
  await isNoticed(() => writeFile(path, 'five'));
  await isNoticed(() => rm(path));
  await isNoticed(() => writeFile(path, 'six'));
});

test('watches the link and its target', async () => {
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

test('ignores changes of other files in the folder', async () => {
  begin();
  await writeFile(join(folder, 'hosts'), 'x');
  await isNoticed(() => writeFile(path, 'two'));
  seen = 0;
  await writeFile(join(folder, 'hosts'), 'y');
  stop();
  expect(seen).toBe(0);
});
