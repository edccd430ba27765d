/**
 * The points of low order on Curve25519 as little-endian hex, with the two encodings above the prime (https://cr.yp.to/ecdh.html#validate):
 * with any of them every private key has the same shared secret, zero.
 */
const lowOrderPoints: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/** True for an X25519 public key (base64 of 32 bytes) of low order. The highest bit is ignored (RFC 7748 §5). */
export function isLowOrderPoint(publicKey: string): boolean {
  const bytes = [...atob(publicKey)].map((character) => character.charCodeAt(0));
  const hex = bytes.map((byte, index) => (index === 31 ? byte & 0x7f : byte).toString(16).padStart(2, '0'));
  return lowOrderPoints.has(hex.join(''));
}
