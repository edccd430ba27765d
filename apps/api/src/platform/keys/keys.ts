import { readSigner, type Signer } from '@comet/admission';
import { type CertificateAuthority, openAuthority } from './certificate-authority.ts';
import { type KeyFile, type KeyTexts, readSecret, type RotatingKey } from './key-files.ts';

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

/** The keys of a whole folder; every text must have a fingerprint. */
export function readKeys(texts: KeyTexts): Keys {
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
    subjects: secret('subjects.key'),
    seal: secret('seal.key'),
    openvpn: secret('openvpn.key'),
    buckets: secret('buckets.key'),
    support: secret('support.key'),
  };
}
