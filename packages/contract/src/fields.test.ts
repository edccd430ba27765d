import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { deviceName } from './fields.ts';

test('a name is one line of at most sixty visible characters', () => {
  const isTaken = (name: unknown) => z.safeParse(deviceName, name).success;
  for (const name of ['x', ' Ada’s laptop ', '<b>', '=1+1', 'راوتر', 'x'.repeat(60)])
    expect(isTaken(name), name).toBe(true);
  for (const name of [
    '',
    ' ',
    'x'.repeat(61),
    'a\nb',
    'a\u2028b',
    'a\u2029b',
    'a\u0000b',
    '\u202Eb',
    5,
    null,
  ])
    expect(isTaken(name), JSON.stringify(name)).toBe(false);
});
