import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@comet/foundation/log';
import { expect, onTestFinished, test } from 'vitest';
import { createBlockCounts } from './block-counts.ts';

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'comet-counts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'block-counts.json');
  const time = { now: new Date(2026, 10, 30, 12) };
  const timers: (() => void)[] = [];
  const open = () =>
    createBlockCounts({
      path,
      clock: { now: () => time.now },
      after(_, callback) {
        timers.push(callback);
        return () => void timers.splice(timers.indexOf(callback), 1);
      },
      log: silentLog,
    });
  const pass = (days: number) => void time.now.setDate(time.now.getDate() + days);
  return { path, timers, open, pass };
}

test('counts by list and day, also after a restart, and forgets what is older than 30 days', async () => {
  const { open, pass } = await setUp();
  const counts = open();
  await counts.add({ a: 2, b: 1 });
  pass(1);
  await counts.add({ a: 5 });
  expect((await counts.sums())('a')).toEqual({ today: 5, month: 7 });
  await counts.close();
  const again = open();
  pass(29);
  await again.add({ a: 1 });
  const sums = await again.sums();
  expect([sums('a'), sums('b'), sums('none')]).toEqual([
    { today: 1, month: 6 },
    { today: 0, month: 0 },
    { today: 0, month: 0 },
  ]);
});

test('writes at most once a minute, and nothing after it is cleared', async () => {
  const { open, path, timers } = await setUp();
  const counts = open();
  for (let query = 0; query < 50; query += 1) await counts.add({ a: 1 });
  expect(timers).toHaveLength(1);
  timers.shift()?.();
  await counts.sums();
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ '2026-11-30': { a: 50 } });
  expect(await counts.clear()).toBe(true);
  await counts.close();
  await expect(readFile(path)).rejects.toThrow('ENOENT');
  expect((await counts.sums())('a')).toEqual({ today: 0, month: 0 });
});
