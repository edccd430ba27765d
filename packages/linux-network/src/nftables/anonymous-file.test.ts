import { closeSync, openSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { namelessFile, rewrite } from './anonymous-file.ts';
import { nft, type applyNft } from './nft.ts';
import { openWarmNft } from './warm-nft.ts';

/** A file that never has space; see full(4). */
const full = () => openSync('/dev/full', 'r+');

test('replaces the content, also a longer one', () => {
  const file = namelessFile();
  for (const text of ['a longer one', 'short']) {
    expect(rewrite(file, text)).toBe(true);
    expect(readFileSync(`/proc/self/fd/${file}`, 'utf8')).toBe(text);
  }
  closeSync(file);
});

test('returns false where there is no space for a text', () => {
  const file = full();
  expect(rewrite(file, 'text')).toBe(false);
  closeSync(file);
});

test.each([
  ['is filled', full],
  [
    'cannot be had',
    () => {
      throw new Error('no space left on device');
    },
  ],
])('rules come into force although the file for them %s', async (_, file) => {
  const applyOnce = vi.fn<typeof applyNft>(() => Promise.resolve());
  const warm = openWarmNft(undefined, { applyOnce, file });
  const batch = nft`add table inet comet`;
  await warm.apply(batch);
  expect(applyOnce).toHaveBeenCalledExactlyOnceWith(batch);
  await warm.end();
});
