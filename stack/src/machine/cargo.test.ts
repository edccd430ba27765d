import { expect, test } from 'vitest';
import { repository } from '../repository.ts';
import { libraryTarget } from './cargo.ts';

test('builds the UDP offload library of each checkout in a separate folder outside the checkout', () => {
  const folder = libraryTarget(repository);
  expect(libraryTarget(repository)).toBe(folder);
  expect(libraryTarget('/another/checkout')).not.toBe(folder);
  expect(folder.startsWith(repository)).toBe(false);
});
