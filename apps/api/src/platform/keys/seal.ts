import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM (NIST SP 800-38D), so that queued data and stored files are not readable in a copy of the database or of the file store. */
export interface Sealer {
  /** Encrypts a JSON value; the result is base64url. */
  seal(value: unknown): string;
  /** Throws for a value that this key did not seal. */
  open(sealed: string): unknown;
  /** Encrypts bytes, bound to a context in which alone they can be opened. */
  sealBytes(bytes: Uint8Array, context: string): Buffer;
  /** Throws for bytes that this key did not seal in this context. */
  openBytes(sealed: Uint8Array, context: string): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Creates a sealer; `key` has 32 bytes. A sealed value is nonce (12 bytes), tag (16 bytes) and ciphertext. */
export function createSealer(key: Uint8Array): Sealer {
  const sealBytes = (bytes: Uint8Array, context: string): Buffer => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  };
  const openBytes = (sealed: Uint8Array, context: string): Buffer => {
    const options = { authTagLength: tagBytes };
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), options)
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
  };
  return {
    sealBytes,
    openBytes,
    seal: (value) => sealBytes(Buffer.from(JSON.stringify(value), 'utf8'), '').toString('base64url'),
    open: (sealed) => JSON.parse(openBytes(Buffer.from(sealed, 'base64url'), '').toString('utf8')) as unknown,
  };
}

/** Opens a sealed value; null where another key sealed it. */
export function opened(sealer: Pick<Sealer, 'open'>, sealed: string): { readonly value: unknown } | null {
  try {
    return { value: sealer.open(sealed) };
  } catch {
    return null;
  }
}
