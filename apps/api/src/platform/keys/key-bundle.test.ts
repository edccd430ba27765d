import { describe, expect, test } from 'vitest';
import { openBundle, sealBundle } from './key-bundle.ts';
import { makeKeys } from './keys.ts';

const passphrase = 'correct horse battery staple';
const keys = await makeKeys(new Date('2026-11-21T12:00:00.000Z'));
const bundle = await sealBundle(keys, passphrase);

test('returns the same keys with the same passphrase', async () => {
  expect(await openBundle(bundle, passphrase)).toEqual(keys);
  expect(await openBundle(bundle.replaceAll('\n', '\r\n'), passphrase)).toEqual(keys);
});

test('shows nothing of the keys, and differs every time', async () => {
  const [pepper = ''] = [keys.get('pepper.key')];
  expect(bundle).not.toContain(pepper);
  expect(bundle).not.toContain(Buffer.from(pepper).toString('base64').slice(0, 20));
  expect(await sealBundle(keys, passphrase)).not.toBe(bundle);
});

describe('refuses', () => {
  test.each([
    ['another passphrase', `${passphrase}r`],
    ['no passphrase', ''],
  ])('%s', async (_case, wrong) => {
    await expect(openBundle(bundle, wrong)).rejects.toThrow('The passphrase is wrong');
  });

  const lines = bundle.trim().split('\n');
  const changed = (index: number, change: (line: string) => string) =>
    lines.map((line, at) => (at === index ? change(line) : line)).join('\n');
  const flipped = (line: string) => `${line.startsWith('A') ? 'B' : 'A'}${line.slice(1)}`;

  test.each([
    ['a file that ends early', lines.slice(0, -3).join('\n'), 'truncated'],
    ['a file cut within a line', bundle.slice(0, bundle.length / 2), 'truncated'],
    ['a file without its body', [...lines.slice(0, 2), lines.at(-1)].join('\n'), 'truncated'],
    ['a missing line', lines.filter((_line, index) => index !== 5).join('\n'), 'passphrase is wrong'],
    ['a changed byte', changed(4, flipped), 'passphrase is wrong'],
    ['a weaker derivation', changed(1, (line) => line.replace(' 17 ', ' 1 ')), 'header'],
    [
      'another salt',
      changed(1, (line) => line.replace(/ \S+ (\S+)$/, ' AAAAAAAAAAAAAAAAAAAAAA== $1')),
      'passphrase is wrong',
    ],
    ['another file', 'ssh-ed25519 AAAA', 'not a bundle'],
    ['an empty file', '', 'not a bundle'],
  ])('%s', async (_case, text, reason) => {
    await expect(openBundle(text, passphrase)).rejects.toThrow(reason);
  });
});
