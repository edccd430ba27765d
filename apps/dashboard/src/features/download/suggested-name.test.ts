import { expect, test } from 'vitest';
import { suggestedName } from './suggested-name.ts';

test.each([
  [[], 'Mac'],
  [['Phone'], 'Mac'],
  [['mac'], 'Mac 2'],
  [['Mac', 'Mac 2', 'Mac 4'], 'Mac 3'],
])('beside %j a config is named %s', (taken, name) => {
  expect(suggestedName('macos', taken)).toBe(name);
});
