import { expect, test } from 'vitest';
import { boundCallsByKey } from './calls-in-flight.ts';

test('limits the running and waiting calls of each key separately', async () => {
  const calls = boundCallsByKey(1, 1);
  const ends = { first: Promise.withResolvers<string>(), other: Promise.withResolvers<string>() };
  const running = calls.run('first', () => ends.first.promise);
  const waiting = calls.run('first', () => Promise.resolve('second'));
  const other = calls.run('other', () => ends.other.promise);
  expect(await calls.run('first', () => Promise.resolve('third'))).toBeNull();
  ends.other.resolve('other');
  expect(await other).toBe('other');
  ends.first.resolve('first');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
});

test('a failed call frees its place', async () => {
  const calls = boundCallsByKey(1);
  await expect(calls.run('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await calls.run('one', () => Promise.resolve('next'))).toBe('next');
});
