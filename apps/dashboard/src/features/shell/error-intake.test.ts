import { expect, it } from 'vitest';
import { createErrorIntake } from './error-intake.ts';

it('takes one failure in 10 ms', () => {
  let at = 0;
  const intake = createErrorIntake(() => at);
  const failure = new Error('first');
  expect(intake(failure)).toBe(failure);
  at = 9;
  expect(intake(new Error('second'))).toBeNull();
  at = 10;
  expect(intake(new Error('third'))?.message).toBe('third');
});

it('leaves out what is not ours to report', () => {
  const intake = createErrorIntake(() => 0);
  expect(intake(null)).toBeNull();
  expect(intake('text')).toBeNull();
  expect(intake(new TypeError('Failed to fetch dynamically imported module: /a.js'))).toBeNull();
  expect(intake(new DOMException('gone', 'AbortError'))).toBeNull();
  expect(intake(new Error('ours'))).not.toBeNull();
});
