import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { noteService } from './change-service.ts';

const isTaken = (note: unknown) => z.safeParse(noteService.body, { note }).success;

it.each(['', 'the shop in Oslo', '=1+1', 'دفتر می‌خواهم', '👨‍👩‍👧', 'x'.repeat(200)])(
  '%j is a note',
  (note) => {
    expect(isTaken(note)).toBe(true);
  },
);

it.each([
  ...['two\nlines', 'two\u2028lines', 'two\u2029lines', 'a\u0000b', 'a\tb', '\u202Eback', 'a\u200D\u200Db'],
  ...['x'.repeat(201), 5, null],
])('rejects %j', (note) => {
  expect(isTaken(note)).toBe(false);
});
