import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isExitReady } from './exits.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-exit-'));
});
afterEach(() => rm(folder, { recursive: true }));

const MAX_PID = 4_194_304;

test.each([
  ['carries traffic', { pid: process.pid, state: 'carrying' }, true],
  ['is still connecting', { pid: process.pid, state: 'connecting' }, false],
  ['was killed while it carried traffic', { pid: MAX_PID + 1, state: 'carrying' }, false],
])('an exit that %s', async (_, status, isExpected) => {
  await writeFile(join(folder, 'status.json'), JSON.stringify(status));
  expect(await isExitReady(folder)).toBe(isExpected);
});

test('an exit that has not written its status does not carry traffic', async () => {
  expect(await isExitReady(folder)).toBe(false);
});
