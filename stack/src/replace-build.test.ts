import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceBuild } from './replace-build.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-build-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Builds `text` into `dist` and returns the texts that were built. */
async function build(dist: string, text: string, built: string[] = []): Promise<readonly string[]> {
  await replaceBuild(dist, text, async (fresh) => {
    await mkdir(fresh);
    await setImmediate();
    await writeFile(join(fresh, 'text'), text);
    built.push(text);
  });
  return built;
}

test('of concurrent builds of the same sources one is made, and other sources replace it', async () => {
  const dist = join(folder, 'concurrent');
  const built: string[] = [];
  await Promise.all([1, 2, 3].map(() => build(dist, 'first', built)));
  expect(built).toEqual(['first']);
  expect(await build(dist, 'first')).toEqual([]);
  expect(await build(dist, 'second')).toEqual(['second']);
  expect(await readFile(join(dist, 'text'), 'utf8')).toBe('second');
});

test('a failed build keeps the old one, and the next one is made', async () => {
  const dist = join(folder, 'failed');
  await build(dist, 'first');
  const failing = replaceBuild(dist, 'second', () => Promise.reject(new Error('No memory is left')));
  await expect(failing).rejects.toThrow('No memory is left');
  expect(await readFile(join(dist, 'text'), 'utf8')).toBe('first');
  expect(await build(dist, 'second')).toEqual(['second']);
});
