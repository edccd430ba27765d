import { readSigner, type Signer, type SubjectKeys } from '@comet/admission';
import {
  type CertificateAuthority,
  openAuthority,
  authorityFingerprint,
  makeAuthority,
} from './certificate-authority.ts';
import { createHash, createHmac, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { randomToken } from '@comet/foundation';

/** Keys with a successor: `NAME.pem` and `NAME-next.pem`. */
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
function readSecret(text: string): Uint8Array {
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

/** A current signer and its successor, which is published before it is used. */
export interface SignerPair {
  readonly current: Signer;
  readonly next: Signer;
}

/** Every secret of the control plane. */
export interface Keys {
  readonly tickets: SignerPair;
  readonly lists: SignerPair;
  readonly feeds: SignerPair;
  readonly authority: CertificateAuthority;
  /** Mixed into the hashes of passwords and recovery codes: a stolen database alone does not permit guessing. */
  readonly pepper: Uint8Array;
  /** Derives the subjects that identify accounts to gateways. */
  readonly subjects: SubjectKeys;
  /** Encrypts job data and the secrets of second factors. */
  readonly seal: Uint8Array;
  /** The secret from which the gateways' OpenVPN secrets are derived. */
  readonly openvpn: Uint8Array;
  /** Hashes the names of rate-limit buckets, and the content of idempotent requests. */
  readonly buckets: Uint8Array;
  /** Signs reply addresses for email, and the puzzles for contact requests without a sign-in. */
  readonly support: Uint8Array;
  /** Of each file that the keys were read from. */
  readonly fingerprints: Fingerprints;
}

/** The keys of a whole folder; every text must have a fingerprint. `accountKeysFrom` is that of `SubjectKeys`. */
export function readKeys(texts: KeyTexts, accountKeysFrom: number): Keys {
  const text = (file: KeyFile): string => texts.get(file) ?? '';
  const secret = (file: KeyFile) => readSecret(text(file));
  const signers = (name: RotatingKey): SignerPair => ({
    current: readSigner(text(`${name}.pem`)),
    next: readSigner(text(`${name}-next.pem`)),
  });
  return {
    tickets: signers('ticket'),
    lists: signers('server-list'),
    feeds: signers('feed'),
    authority: openAuthority({ current: text('authority.pem'), next: text('authority-next.pem') }),
    pepper: secret('pepper.key'),
    subjects: { secret: secret('subjects.key'), accountKeysFrom },
    seal: secret('seal.key'),
    openvpn: secret('openvpn.key'),
    buckets: secret('buckets.key'),
    support: secret('support.key'),
    fingerprints: new Map(keyFiles.map((file) => [file, fingerprintOf(file, text(file))])),
  };
}
