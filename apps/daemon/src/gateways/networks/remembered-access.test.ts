import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import { fakeStateFile } from '../../platform/files/state-file.fake.ts';
import { rememberedAccess } from './remembered-access.ts';

const hour = 60 * 60_000;

function setUp() {
  const file = fakeStateFile();
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const at = { network: 'cafe' as string | null };
  const known = { identify: () => Promise.resolve(), current: () => at.network };
  return { file, clock, at, memory: rememberedAccess(file, clock, known) };
}

const settled = () => new Promise((resolve) => void setImmediate(resolve));

test('remembers the method of a network, for six hours and on that network only', async () => {
  const { file, clock, at, memory } = setUp();
  expect(memory.worked()).toBeNull();
  memory.remember('gateway');
  await settled();
  expect(memory.worked()).toBe('gateway');
  at.network = 'home';
  expect(memory.worked()).toBeNull();
  at.network = 'cafe';
  clock.advance(6 * hour - 1);
  expect(memory.worked()).toBe('gateway');
  clock.advance(1);
  expect(memory.worked()).toBeNull();
  expect(JSON.stringify(file.current.apiAccess)).not.toContain('cafe');
});

test('a network where the direct method works has no entry', async () => {
  const { file, memory } = setUp();
  memory.remember('direct');
  await settled();
  expect(file.current.apiAccess.networks).toBeNull();
  expect(memory.worked()).toBe('direct');
  memory.remember('doh');
  await settled();
  memory.remember('direct');
  await settled();
  expect(file.current.apiAccess.networks?.methods).toEqual([]);
});

test('stores nothing about a network without an id, and at most 32 networks', async () => {
  const { file, at, memory } = setUp();
  at.network = null;
  memory.remember('gateway');
  await settled();
  expect(file.current.apiAccess.networks).toBeNull();
  expect(memory.worked()).toBe('gateway');
  for (let index = 0; index < 40; index += 1) {
    at.network = `network ${index}`;
    memory.remember('gateway');
    await settled();
  }
  expect(file.current.apiAccess.networks?.methods).toHaveLength(32);
  expect(memory.worked()).toBe('gateway');
});
