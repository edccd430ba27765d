import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchQueries } from './batch-queries.ts';

function asking(most = 100) {
  const asked: (readonly string[])[] = [];
  const ask = batchQueries(async (questions) => {
    asked.push(questions);
    await Promise.resolve();
    if (questions.includes('broken')) throw new Error('broken');
    return questions.map((question) => question.toUpperCase());
  }, most);
  return { ask, asked };
}

test('deduplicates and batches the keys of one event loop turn and returns each its own result', async () => {
  const { ask, asked } = asking();
  expect(await Promise.all(['a', 'b', 'a', 'c'].map((question) => ask(question)))).toEqual([
    'A',
    'B',
    'A',
    'C',
  ]);
  expect(asked).toEqual([['a', 'b', 'c']]);
});

test('does not cache results between turns', async () => {
  const { ask, asked } = asking();
  const first = ask('a');
  await nextTurn();
  const second = ask('a');
  await Promise.all([first, second]);
  expect(asked).toEqual([['a'], ['a']]);
});

test('splits batches at the maximum size', async () => {
  const { ask, asked } = asking(2);
  expect(await Promise.all(['a', 'b', 'c'].map((question) => ask(question)))).toEqual(['A', 'B', 'C']);
  expect(asked).toEqual([['a', 'b'], ['c']]);
});

test('a failure rejects its own batch only', async () => {
  const { ask } = asking();
  const outcomes = await Promise.allSettled([ask('a'), ask('broken')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('a')).toBe('A');
});
