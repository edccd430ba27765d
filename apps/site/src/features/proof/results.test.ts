import { expect, test } from 'vitest';
import { resultOfAll } from './proof-page.tsx';

const results = new Map([
  ['a', { at: '2026-11-28T10:00:00Z', passed: 2, failed: 0 }],
  ['b', { at: '2026-11-20T10:00:00Z', passed: 3, failed: 1 }],
]);
const of = (...paths: string[]) => resultOfAll(paths, (path) => results.get(path));

test('the date of a claim is that of its oldest run, and a missing run is reported', () => {
  expect(of('a', 'b')).toEqual({ at: '2026-11-20T10:00:00Z', passed: 5, failed: 1, isPartial: false });
  expect(of('a', 'c')).toMatchObject({ passed: 2, isPartial: true });
  expect(of('c')).toBeUndefined();
});
