import { expect, it } from 'vitest';
import { createErrorIntake } from './unhandled-errors.tsx';

it('accepts one failure in 10 ms', () => {
  let at = 0;
  const intake = createErrorIntake(() => at);
  const failure = new Error('first');
  expect(intake(failure)).toEqual({ kind: 'error', error: failure });
  at = 9;
  expect(intake(new Error('second'))).toBeNull();
  at = 10;
  expect(intake(new Error('third'))).toMatchObject({ kind: 'error', error: { message: 'third' } });
});

it('ignores failures without an error object, and aborted operations', () => {
  const intake = createErrorIntake(() => 0);
  expect(intake(null)).toBeNull();
  expect(intake('text')).toBeNull();
  expect(intake(new DOMException('gone', 'AbortError'))).toBeNull();
  expect(intake(new Error('ours'))).toMatchObject({ kind: 'error' });
});

it.each([
  'Failed to fetch dynamically imported module: https://app.example/a.js',
  'error loading dynamically imported module: https://app.example/a.js',
  'Importing a module script failed.',
  "'text/html' is not a valid JavaScript MIME type.",
  'Unable to preload CSS for /assets/a.css',
])('offers a reload for %j, and does not count it', (message) => {
  const intake = createErrorIntake(() => 0);
  expect(intake(new TypeError(message))).toEqual({ kind: 'reload' });
  expect(intake(new Error('ours'))).toMatchObject({ kind: 'error' });
});
