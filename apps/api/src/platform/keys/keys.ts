import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readSigner, type Signer } from '@comet/admission';
import { type CertificateAuthority, makeAuthority, openAuthority } from './certificate-authority.ts';
import { type KeyFile, openKeyFolder } from './key-folder.ts';

/** A signer in use and its successor, which everyone learns before it is needed. */
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
  /** Mixed into the hashes of passwords and recovery codes: a stolen database alone cannot be guessed against. */
  readonly pepper: Uint8Array;
  /** Makes the subjects by which gateways know accounts. */
  readonly subjects: Uint8Array;
  /** Seals what waits in the job queue, and the secrets of second factors. */
  readonly seal: Uint8Array;
  /** What the gateways' OpenVPN secrets are derived from. */
  readonly openvpn: Uint8Array;
  /** Hashes the names of rate-limit buckets, and what repeatable requests said. */
  readonly buckets: Uint8Array;
  /** Signs the addresses to which answers by mail go, and the puzzles of who writes without a sign-in. */
  readonly support: Uint8Array;
}

/** Opens the folder of keys, making what is missing. To rotate a signer, rename `x-next.pem` to `x.pem` and restart. */
export async function openKeys(folder: string, now: Date): Promise<Keys> {
  const file = await openKeyFolder(folder);
  return {
    tickets: await signerPair(file, 'ticket'),
    lists: await signerPair(file, 'server-list'),
    feeds: await signerPair(file, 'feed'),
    authority: openAuthority({
      current: await file('authority.pem', () => makeAuthority(now)),
      next: await file('authority-next.pem', () => makeAuthority(now)),
    }),
    pepper: await secret(file, 'pepper.key'),
    subjects: await secret(file, 'subjects.key'),
    seal: await secret(file, 'seal.key'),
    openvpn: await secret(file, 'openvpn.key'),
    buckets: await secret(file, 'buckets.key'),
    support: await secret(file, 'support.key'),
  };
}

async function signerPair(file: KeyFile, name: string): Promise<SignerPair> {
  return {
    current: readSigner(await file(`${name}.pem`, newSigningKey)),
    next: readSigner(await file(`${name}-next.pem`, newSigningKey)),
  };
}

function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function secret(file: KeyFile, name: string): Promise<Uint8Array> {
  const text = await file(name, () => randomBytes(32).toString('base64url'));
  return new Uint8Array(Buffer.from(text.trim(), 'base64url'));
}
