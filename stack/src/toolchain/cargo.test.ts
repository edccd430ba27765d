import { expect, test } from 'vitest';
import { repository } from '../repository.ts';
import { targetFolder } from './cargo.ts';

test('builds each checkout in a separate folder outside the checkout', () => {
  const folder = targetFolder(repository);
  expect(targetFolder(repository)).toBe(folder);
  expect(targetFolder('/another/checkout')).not.toBe(folder);
  expect(folder.startsWith(repository)).toBe(false);
});
