import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchQueries } from './batch-queries.ts';

function recordBatches(maxBatchSize = 100) {
  const batches: (readonly string[])[] = [];
  const query = batchQueries(async (keys) => {
    batches.push(keys);
    await Promise.resolve();
    if (keys.includes('broken')) throw new Error('broken');
    return keys.map((key) => key.toUpperCase());
  }, maxBatchSize);
  return { query, batches };
}

test('deduplicates and batches the keys of one event loop turn and returns each its own result', async () => {
  const { query, batches } = recordBatches();
  expect(await Promise.all(['a', 'b', 'a', 'c'].map((key) => query(key)))).toEqual(['A', 'B', 'A', 'C']);
  expect(batches).toEqual([['a', 'b', 'c']]);
});

test('does not cache results between turns', async () => {
  const { query, batches } = recordBatches();
  const first = query('a');
  await nextTurn();
  const second = query('a');
  await Promise.all([first, second]);
  expect(batches).toEqual([['a'], ['a']]);
});

test('splits batches at the maximum size', async () => {
  const { query, batches } = recordBatches(2);
  expect(await Promise.all(['a', 'b', 'c'].map((key) => query(key)))).toEqual(['A', 'B', 'C']);
  expect(batches).toEqual([['a', 'b'], ['c']]);
});

test('a failure rejects its own batch only', async () => {
  const { query } = recordBatches();
  const outcomes = await Promise.allSettled([query('a'), query('broken')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await query('a')).toBe('A');
});
