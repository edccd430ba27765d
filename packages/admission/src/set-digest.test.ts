import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SetDigest } from './set-digest.ts';

const texts = fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 20 });

test('is the number of texts and the exclusive or of their SHA-256 hashes', () => {
  fc.assert(
    fc.property(texts, (all) => {
      const sum = Buffer.alloc(32);
      for (const text of all) {
        const one = createHash('sha256').update(text).digest();
        for (const [index, byte] of one.entries()) sum[index] = (sum[index] ?? 0) ^ byte;
      }
      expect(new SetDigest(all).value()).toBe(`${all.length}.${sum.toString('base64url')}`);
    }),
  );
});

test('removed and merged texts give the digest of those that remain', () => {
  fc.assert(
    fc.property(texts, fc.nat({ max: 20 }), (all, count) => {
      const digest = new SetDigest();
      digest.merge(new SetDigest(all));
      for (const text of all.slice(0, count)) digest.remove(text);
      expect(digest.value()).toBe(new SetDigest(all.slice(count).toReversed()).value());
    }),
  );
});
