import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { askTogether } from './ask-together.ts';

function asking(most = 100) {
  const asked: (readonly string[])[] = [];
  const ask = askTogether(async (questions) => {
    asked.push(questions);
    await Promise.resolve();
    if (questions.includes('broken')) throw new Error('broken');
    return questions.map((question) => question.toUpperCase());
  }, most);
  return { ask, asked };
}

test('questions of one turn are asked once and together, and each hears its own answer', async () => {
  const { ask, asked } = asking();
  expect(await Promise.all(['a', 'b', 'a', 'c'].map((question) => ask(question)))).toEqual([
    'A',
    'B',
    'A',
    'C',
  ]);
  expect(asked).toEqual([['a', 'b', 'c']]);
});

test('an answer is never older than its question', async () => {
  const { ask, asked } = asking();
  const first = ask('a');
  await nextTurn();
  const second = ask('a');
  await Promise.all([first, second]);
  expect(asked).toEqual([['a'], ['a']]);
});

test('no more than so many at a time', async () => {
  const { ask, asked } = asking(2);
  expect(await Promise.all(['a', 'b', 'c'].map((question) => ask(question)))).toEqual(['A', 'B', 'C']);
  expect(asked).toEqual([['a', 'b'], ['c']]);
});

test('a failure is heard by those who asked with it, and by nobody after', async () => {
  const { ask } = asking();
  const outcomes = await Promise.allSettled([ask('a'), ask('broken')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('a')).toBe('A');
});
