import { createHash, generateKeyPairSync } from 'node:crypto';
import { type ReleaseManifest, readSigner, type Signer, signRelease } from '@comet/admission';
import { type Clock, unixSeconds } from '@comet/foundation';

/** Faults of the served release. */
export const RELEASE_FAULTS = ['signature', 'expired', 'product', 'size', 'package', 'unavailable'] as const;
export type ReleaseFault = (typeof RELEASE_FAULTS)[number];

/** The newest version; stored over a restart of the sandbox. */
export interface ReleaseState {
  /** Null before the first release. */
  newest: { version: string; notes: string; fault: ReleaseFault | null } | null;
}

/** Returns the state without a release. */
export function emptyReleases(): ReleaseState {
  return { newest: null };
}

/** Fake package: it can be downloaded and verified, but not installed. */
export function packageOf(version: string): Buffer {
  return Buffer.from(`Comet ${version}\n`.repeat(20_000));
}

const DAY = 24 * 3600;

/** Returns the signed manifest of the release for a platform. */
export function manifestFor(
  newest: NonNullable<ReleaseState['newest']>,
  target: Pick<ReleaseManifest, 'channel' | 'platform'>,
  signer: Signer,
  clock: Clock,
): string {
  const { version, notes, fault } = newest;
  const now = unixSeconds(clock.now());
  const bytes = packageOf(version);
  const ago = fault === 'expired' ? 60 * DAY : 0;
  const manifest: ReleaseManifest = {
    ...target,
    product: fault === 'product' ? 'comet-gateway' : 'comet',
    version,
    notes,
    file: `comet_${version}_${target.platform.replace('linux-', '')}.deb`,
    bytes: fault === 'size' ? 2 ** 31 : bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    issued: now - ago,
    expires: now - ago + 30 * DAY,
  };
  return signRelease(fault === 'signature' ? forger : signer, manifest);
}

const forger = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
