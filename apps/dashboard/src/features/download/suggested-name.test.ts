import { expect, test } from 'vitest';
import { suggestedName } from './suggested-name.ts';

test.each([
  [[], 'Mac'],
  [['Phone'], 'Mac'],
  [['mac'], 'Mac 2'],
  [['Mac', 'Mac 2', 'Mac 4'], 'Mac 3'],
])('next to %j, the suggested name is %s', (taken, name) => {
  expect(suggestedName('macos', taken)).toBe(name);
});
