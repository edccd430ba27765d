import { expect, test } from 'vitest';
import { liveFigures } from './live-traffic.ts';

function setUp() {
  const timers: (() => void)[] = [];
  const done: string[] = [];
  const now = { isActive: false, hasChanged: true, onCount: () => undefined };
  const resume = liveFigures({
    isActive: () => now.isActive,
    count: () => {
      done.push('count');
      now.onCount();
      return Promise.resolve();
    },
    hasChanged: () => now.hasChanged,
    onChange: () => void done.push('change'),
    after: (_, callback) => {
      timers.push(callback);
      return () => undefined;
    },
  });
  const second = async () => {
    timers.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { timers, done, now, resume, second };
}

test('counts once a second while needed, however often it is triggered', async () => {
  const { timers, done, now, resume, second } = setUp();
  resume();
  expect(timers).toHaveLength(0);
  now.isActive = true;
  for (const _ of [1, 2, 3]) resume();
  expect(timers).toHaveLength(1);
  await second();
  await second();
  expect(done).toEqual(['count', 'change', 'count', 'change']);
  expect(timers).toHaveLength(1);
});

test('reports unchanged figures once, then not until they change', async () => {
  const { done, now, resume, second } = setUp();
  now.isActive = true;
  resume();
  await second();
  now.hasChanged = false;
  await second();
  expect(done.splice(0)).toEqual(['count', 'change', 'count', 'change']);
  await second();
  await second();
  expect(done.splice(0)).toEqual(['count', 'count']);
  now.hasChanged = true;
  await second();
  expect(done).toEqual(['count', 'change']);
});

test('stops counting, reporting and timers when not needed, and restarts', async () => {
  const { timers, done, now, resume, second } = setUp();
  now.isActive = true;
  resume();
  now.isActive = false;
  await second();
  expect([done, timers]).toEqual([[], []]);
  now.isActive = true;
  resume();
  now.onCount = () => {
    now.isActive = false;
    resume();
    return undefined;
  };
  await second();
  expect([done, timers]).toEqual([['count'], []]);
});
