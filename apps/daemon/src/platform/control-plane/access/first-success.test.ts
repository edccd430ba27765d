import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Attempt, firstSuccess } from './first-success.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const started: string[] = [];
  const discarded: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const signals = new Map<string, AbortSignal>();
  const attempt =
    (name: string): Attempt<string> =>
    (signal) => {
      started.push(name);
      signals.set(name, signal);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    };
  const leave = new AbortController();
  const run = (...names: string[]) =>
    firstSuccess(names.map(attempt), {
      delay: (index) => (index === 0 ? 1_500 : 700),
      signal: leave.signal,
      discard: (late) => void discarded.push(late),
    });
  return { started, discarded, ends, signals, leave, run };
}

test('starts the second attempt after the head delay, and later ones after a shorter one', async () => {
  const { started, ends, signals, run } = setUp();
  const result = run('a', 'b', 'c');
  await vi.advanceTimersByTimeAsync(1_499);
  expect(started).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(700);
  expect(started).toEqual(['a', 'b', 'c']);
  ends.get('b')?.resolve('by b');
  expect(await result).toBe('by b');
  expect([signals.get('a')?.aborted, signals.get('c')?.aborted]).toEqual([true, true]);
});

test('starts the next attempt at once when one fails', async () => {
  const { started, ends, run } = setUp();
  const result = run('a', 'b');
  ends.get('a')?.reject(new Error('wrong certificate'));
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['a', 'b']);
  ends.get('b')?.resolve('by b');
  expect(await result).toBe('by b');
});

test('starts no further attempt after a success, and discards a late one', async () => {
  const { started, discarded, ends, run } = setUp();
  const result = run('a', 'b', 'c');
  await vi.advanceTimersByTimeAsync(1_500);
  ends.get('a')?.resolve('by a');
  await result;
  ends.get('b')?.resolve('by b');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([started, discarded]).toEqual([['a', 'b'], ['by b']]);
});

test('rejects with the first error when all have failed, without attempts, and when aborted', async () => {
  const { ends, leave, run } = setUp();
  const failing = run('a', 'b');
  ends.get('a')?.reject(new Error('first'));
  await vi.advanceTimersByTimeAsync(0);
  ends.get('b')?.reject(new Error('second'));
  await expect(failing).rejects.toThrow('first');
  await expect(run()).rejects.toThrow('nothing to try');
  const aborted = run('a');
  leave.abort();
  await expect(aborted).rejects.toThrow('aborted');
  await expect(run('a')).rejects.toThrow('aborted');
});
