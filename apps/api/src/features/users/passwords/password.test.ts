import { expect, test } from 'vitest';
import { createPasswords } from './password.ts';

test('hashes with 19 MiB of memory and two passes unless a test reduces the cost', async () => {
  const pepper = new Uint8Array(32);
  expect(await createPasswords(pepper).hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const cheap = createPasswords(pepper, { memoryCost: 512, timeCost: 1 });
  const stored = await cheap.hash('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=512,t=1,p=1\$/);
  expect(await cheap.verify(stored, 'correct horse')).toBe(true);
  expect(await cheap.verify(stored, 'wrong horse')).toBe(false);
});
