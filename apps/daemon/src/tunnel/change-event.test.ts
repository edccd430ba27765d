import { expect, test } from 'vitest';
import { createChangeEvent } from './change-event.ts';

const never = new AbortController().signal;

test('a pause ends by time, by a change, and with its signal', async () => {
  const { notify, pause } = createChangeEvent();
  expect(await pause(1, never)).toBe(false);
  const stirred = Promise.all([pause(60_000, never), pause(60_000, never)]);
  notify();
  expect(await stirred).toEqual([true, true]);
  const leave = new AbortController();
  const left = pause(60_000, leave.signal);
  leave.abort();
  expect(await left).toBe(false);
  expect(await pause(60_000, leave.signal)).toBe(false);
});
