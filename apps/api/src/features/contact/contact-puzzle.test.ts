import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSolved, makePuzzle, puzzleBits } from './contact-puzzle.ts';

const secret = new Uint8Array(32).fill(5);
const made = new Date('2026-11-22T12:00:00Z');
const after = (seconds: number) => new Date(made.getTime() + seconds * 1000);
const solve = (puzzle: string): string => {
  let solution = 0;
  while (Math.clz32(hash('sha256', `${puzzle}.${solution}`, 'buffer').readUInt32BE()) < puzzleBits)
    solution += 1;
  return String(solution);
};

test('a solved puzzle of ours counts from two seconds on and for an hour, and nothing else counts', () => {
  const puzzle = makePuzzle(secret, made);
  const solution = solve(puzzle);
  expect(isSolved(secret, { puzzle, solution }, after(2))).toBe(true);
  expect(isSolved(secret, { puzzle, solution }, after(3600))).toBe(true);
  expect(isSolved(secret, { puzzle, solution }, after(1.9))).toBe(false);
  expect(isSolved(secret, { puzzle, solution }, after(3601))).toBe(false);
  expect(isSolved(secret, { puzzle, solution: `0${solution}` }, after(60))).toBe(false);
  expect(isSolved(new Uint8Array(32), { puzzle, solution }, after(60))).toBe(false);
  const younger = `${after(1800).getTime()}${puzzle.slice(puzzle.indexOf('.'))}`;
  expect(isSolved(secret, { puzzle: younger, solution: solve(younger) }, after(1860))).toBe(false);
  for (const text of ['', '.', '..', 'NaN.a.b', '\0.\0'])
    expect(isSolved(secret, { puzzle: text, solution: '1' }, after(60))).toBe(false);
});
