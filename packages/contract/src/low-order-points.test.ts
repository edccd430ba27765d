import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownWireguardKey } from './fields.ts';
import { isLowOrderPoint } from './low-order-points.ts';

const { privateKey } = generateKeyPairSync('x25519');

/** Whether OpenSSL refuses the key because the shared secret is zero (RFC 7748 §6.1). */
function hasNoSecret(key: Buffer): boolean {
  const spki = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), key]);
  try {
    diffieHellman({ privateKey, publicKey: createPublicKey({ key: spki, format: 'der', type: 'spki' }) });
    return false;
  } catch {
    return true;
  }
}

const points = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
];

test('refuses a key with which every secret is zero, also with the ignored bit set', () => {
  for (const hex of points) {
    const key = Buffer.from(hex, 'hex');
    expect(hasNoSecret(key)).toBe(true);
    expect(isLowOrderPoint(key.toString('base64'))).toBe(true);
    key.writeUInt8(key.readUInt8(31) | 0x80, 31);
    expect(hasNoSecret(key)).toBe(true);
    expect(isLowOrderPoint(key.toString('base64'))).toBe(true);
  }
});

test('accepts every other key, and no other text', () => {
  for (let round = 0; round < 200; round += 1) {
    const { x = '' } = createPublicKey(
      createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    ).export({
      format: 'jwk',
    });
    const key = Buffer.from(x, 'base64url');
    key.writeUInt8(round, 5);
    expect(isLowOrderPoint(key.toString('base64'))).toBe(hasNoSecret(key));
  }
  for (const text of ['', 'A'.repeat(44), `${'A'.repeat(43)}=`, `${'A'.repeat(43)}==`, 'kälte', 7])
    expect(ownWireguardKey.safeParse(text).success).toBe(false);
});
