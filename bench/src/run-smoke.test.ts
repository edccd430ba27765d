import { expect, test } from 'vitest';
import type { CaseFigures } from './report.ts';
import { smokeProblem } from './run-smoke.ts';

const whole: CaseFigures = { case: 'reads', ours: [3], peers: { bare: [2] }, target: { bare: 1 } };
const problem = (change: Partial<CaseFigures>) => smokeProblem([whole, { ...whole, ...change }], 'higher');

test('figures above zero on both sides pass, regardless of the target', () => {
  expect(problem({})).toBeNull();
  expect(problem({ target: { bare: 100 } })).toBeNull();
});

test('a bench without cases, and a side without figures, fail', () => {
  expect(smokeProblem([], 'higher')).toBe('it measured no case');
  expect(problem({ ours: [] })).toBe('reads: no figure of ours');
  expect(problem({ peers: { bare: [] } })).toBe('reads: no figure of bare');
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('%s is not a valid figure', (figure) => {
  expect(problem({ ours: [figure] })).toBe(`reads: ${figure} is no figure of ours`);
  expect(problem({ peers: { bare: [figure] } })).toBe(`reads: ${figure} is no figure of bare`);
});

test('zero passes if it is a valid figure; a negative figure fails', () => {
  expect(problem({ ours: [0], canBeZero: true })).toBeNull();
  expect(problem({ ours: [-1], canBeZero: true })).toBe('reads: -1 is no figure of ours');
});

test('unpaired figures, and a target without its peer, fail', () => {
  expect(problem({ ours: [1, 2] })).toContain('pairs');
  expect(problem({ target: { other: 1 } })).toContain('The target names other');
});
