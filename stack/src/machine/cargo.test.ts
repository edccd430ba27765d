import { expect, test } from 'vitest';
import { repository } from '../repository.ts';
import { targetFolder } from './cargo.ts';

test('every checkout builds into a folder of its own, outside of it', () => {
  const folder = targetFolder(repository);
  expect(targetFolder(repository)).toBe(folder);
  expect(targetFolder('/another/checkout')).not.toBe(folder);
  expect(folder.startsWith(repository)).toBe(false);
});
