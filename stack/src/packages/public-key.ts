import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PublishedKey } from '@comet/admission';
import { UserError } from '../user-error.ts';

/** Reads the Ed25519 public key of a PEM file, in the format that programs embed. Throws a UserError. */
export async function publicKeyIn(path: string): Promise<PublishedKey> {
  try {
    const pem = await readFile(path, 'utf8');
    if (!pem.includes('PRIVATE KEY')) {
      const { crv, x } = createPublicKey(pem).export({ format: 'jwk' });
      if (crv === 'Ed25519' && x !== undefined) return { kid: x.slice(0, 8), publicKey: x };
    }
  } catch {
    // An unreadable key is reported like an invalid one.
  }
  throw new UserError(
    `--release-key ${path} must be a public key as \`openssl pkey -in KEY -pubout\` prints it; the private one stays where releases are signed.`,
  );
}
