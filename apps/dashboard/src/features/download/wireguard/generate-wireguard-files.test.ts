import { createPrivateKey, createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newKeyPair, publicKeyOf } from './generate-wireguard-files.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Computes the public key by OpenSSL. */
function opensslPublicKey(privateKey: Uint8Array): string {
  const prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
  const der = Buffer.concat([prefix, privateKey]);
  const { x } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
    format: 'jwk',
  });
  return Buffer.from(String(x), 'base64url').toString('hex');
}

describe('our own X25519', () => {
  test('agrees with OpenSSL for any key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(hex(publicKeyOf(bytes))).toBe(opensslPublicKey(bytes));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a new key pair', () => {
  const missing = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));

  test.each([
    ['by WebCrypto', undefined],
    ['without X25519 in WebCrypto', missing],
  ])('%s consists of matching keys and is new each time', async (_, maker) => {
    const pairs = await Promise.all([newKeyPair(maker), newKeyPair(maker)]);
    for (const { privateKey, publicKey } of pairs) {
      const bytes = Buffer.from(privateKey, 'base64');
      expect(bytes).toHaveLength(32);
      // Clamped, as `wg genkey` does.
      expect([bytes[0]! & 7, bytes[31]! & 192]).toEqual([0, 64]);
      expect(Buffer.from(publicKey, 'base64').toString('hex')).toBe(opensslPublicKey(bytes));
    }
    expect(pairs[0].privateKey).not.toBe(pairs[1].privateKey);
  });
});
