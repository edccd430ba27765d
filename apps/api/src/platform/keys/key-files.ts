import { createHash, createHmac, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { randomToken } from '@comet/foundation';
import { authorityFingerprint, makeAuthority } from './certificate-authority.ts';

/** Keys that have a successor, `NAME-next.pem`, beside `NAME.pem`. */
export const rotatingKeys = ['ticket', 'server-list', 'feed', 'authority'] as const;
export type RotatingKey = (typeof rotatingKeys)[number];

const secretFiles = [
  'pepper.key',
  'subjects.key',
  'seal.key',
  'openvpn.key',
  'buckets.key',
  'support.key',
] as const;

/** The name of a file in `KEYS_DIR`. */
export type KeyFile = `${RotatingKey}.pem` | `${RotatingKey}-next.pem` | (typeof secretFiles)[number];

export const keyFiles: readonly KeyFile[] = [
  ...rotatingKeys.flatMap((name) => [`${name}.pem`, `${name}-next.pem`] as const),
  ...secretFiles,
];

/** The texts of key files. */
export type KeyTexts = ReadonlyMap<KeyFile, string>;
/** 128 bits in hexadecimal for each key. */
export type Fingerprints = ReadonlyMap<KeyFile, string>;

const fingerprintLength = 32;

/** A new key of the kind that the file holds, as its text. */
export async function makeKey(file: KeyFile, now: Date): Promise<string> {
  if (file.startsWith('authority')) return makeAuthority(now);
  if (file.endsWith('.key')) return randomToken();
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** A new key of every kind. */
export async function makeKeys(now: Date): Promise<KeyTexts> {
  return new Map(await Promise.all(keyFiles.map(async (file) => [file, await makeKey(file, now)] as const)));
}

/** The 32 bytes of a secret; throws for a text that is not one. */
export function readSecret(text: string): Uint8Array {
  const bytes = Buffer.from(text.trim(), 'base64url');
  if (bytes.length !== 32 || !/^[\w-]+$/.test(text.trim())) throw new Error('Not 32 bytes as base64url');
  return new Uint8Array(bytes);
}

/**
 * Identifies a key and reveals nothing of it: SHA-256 of a public key (SPKI) or certificate, HMAC-SHA256 of a fixed text under a secret.
 * Throws for a file that is damaged.
 */
export function fingerprintOf(file: KeyFile, text: string): string {
  return fullFingerprintOf(file, text).slice(0, fingerprintLength);
}

function fullFingerprintOf(file: KeyFile, text: string): string {
  if (file.startsWith('authority')) return authorityFingerprint(text);
  if (file.endsWith('.key'))
    return createHmac('sha256', readSecret(text)).update('comet key fingerprint v1').digest('hex');
  const key = createPrivateKey(text);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('Not an Ed25519 key');
  return createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
