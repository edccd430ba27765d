import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

const calls = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), wait: fc.nat(3_000) }), {
  maxLength: 80,
});

test('in any interval a key gets at most its burst and the added tokens', () => {
  fc.assert(
    fc.property(
      calls,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 3 }),
      (sequence, burst, perSecond) => {
        const buckets = new TokenBuckets({ burst, perSecond, keys: 10 });
        const taken: { key: string; at: number }[] = [];
        let now = 0;
        for (const { key, wait } of sequence) {
          now += wait;
          if (buckets.take(key, now)) taken.push({ key, at: now });
        }
        for (const [index, first] of taken.entries()) {
          const window = taken.slice(index).filter((one) => one.key === first.key);
          for (const [count, last] of window.entries())
            expect(count + 1).toBeLessThanOrEqual(burst + ((last.at - first.at) / 1000) * perSecond + 1e-6);
        }
      },
    ),
  );
});

test('keys have separate buckets', () => {
  const buckets = new TokenBuckets({ burst: 2, perSecond: 1, keys: 10 });
  for (let round = 0; round < 50; round += 1) buckets.take('greedy', 0);
  expect([buckets.take('modest', 0), buckets.take('greedy', 0)]).toEqual([true, false]);
});

test('limits the number of keys, and removes the least recently used one', () => {
  const buckets = new TokenBuckets({ burst: 1, perSecond: 0.001, keys: 3 });
  for (const key of ['a', 'b', 'c', 'a', 'd']) buckets.take(key, 0);
  expect(buckets.size).toBe(3);
  expect([buckets.take('a', 0), buckets.take('b', 0)]).toEqual([false, true]);
});
