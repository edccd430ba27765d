import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { isWireguardKey } from '@comet/foundation';

/** A new X25519 key pair in WireGuard's form: base64 of the 32 raw bytes. */
export function generateWireguardKeyPair(): { privateKey: string; publicKey: string } {
  const pair = generateKeyPairSync('x25519');
  return {
    privateKey: pair.privateKey.export({ format: 'raw-private' }).toString('base64'),
    publicKey: pair.publicKey.export({ format: 'raw-public' }).toString('base64'),
  };
}

/** The public key of a base64 private key. Throws on other input. */
export function publicKeyOf(privateKey: string): string {
  if (!isWireguardKey(privateKey)) throw new TypeError('not a WireGuard private key');
  const key = createPrivateKey({
    key: Buffer.from(privateKey, 'base64'),
    format: 'raw-private',
    asymmetricKeyType: 'x25519',
  });
  return createPublicKey(key).export({ format: 'raw-public' }).toString('base64');
}
