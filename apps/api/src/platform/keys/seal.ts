import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM over a JSON value, as base64url: queued data must not be readable in a copy of the database. */
export interface Sealer {
  seal(value: unknown): string;
  /** Throws for a value that this key did not seal. */
  open(sealed: string): unknown;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Creates a sealer; `key` has 32 bytes. A sealed value is nonce (12 bytes), tag (16 bytes) and ciphertext, base64url (NIST SP 800-38D). */
export function createSealer(key: Uint8Array): Sealer {
  return {
    seal(value) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
      return JSON.parse(text.toString('utf8')) as unknown;
    },
  };
}
