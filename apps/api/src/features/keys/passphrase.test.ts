import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readPassphrase } from './passphrase.ts';

test('reads the first line of standard input, as a hardware token’s program writes it', async () => {
  const input = Readable.from([Buffer.from('correct horse '), Buffer.from('battery staple\nmore\n')]);
  expect(await readPassphrase('-', input)).toBe('correct horse battery staple');
});

test('refuses an empty standard input and a missing file', async () => {
  await expect(readPassphrase('-', Readable.from([]))).rejects.toThrow('fewer than 16 characters');
  await expect(readPassphrase('/does/not/exist')).rejects.toThrow('cannot be read');
});
