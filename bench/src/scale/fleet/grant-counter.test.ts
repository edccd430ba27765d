import { expect, test } from 'vitest';
import type { ChunkLine } from './feed-line.ts';
import { createGrantCounter, grantsProblem } from './grant-counter.ts';

const chunk = (digest: string, grants: readonly string[], withdrawn: readonly string[] = []): ChunkLine => ({
  kind: 'chunk',
  digest,
  grants,
  withdrawn,
});
const announced = ['one', 'two'];
const shared = [chunk('one', ['a', 'b']), chunk('two', ['c'])];

test('counts a grant once that is in the shared part and again in that of the gateway', () => {
  const count = createGrantCounter();
  expect(count(announced, shared)).toBe(3);
  expect(count(announced, [...shared, chunk('own', ['b', 'x', 'y'])])).toBe(5);
});

test('subtracts withdrawn grants of the shared part, not those that were never in it', () => {
  const count = createGrantCounter();
  expect(count(announced, [...shared, chunk('own', ['x'], ['a', 'unknown'])])).toBe(3);
});

test('reads the shared part again after another announcement', () => {
  const count = createGrantCounter();
  expect(count(announced, shared)).toBe(3);
  expect(count(['two'], [chunk('two', ['c']), chunk('own', ['a'])])).toBe(2);
});

test('accepts the grants in force before and after the snapshots, and reports other numbers', () => {
  expect(grantsProblem([5, 6, 7], [5, 5, 7], [6, 6, 7])).toBeNull();
  expect(grantsProblem([6, 5], [5, 6], [5, 6])).toContain('2 gateways');
  expect(grantsProblem([6], [5, 5], [6, 6])).toContain('undefined of 5 to 6');
});
