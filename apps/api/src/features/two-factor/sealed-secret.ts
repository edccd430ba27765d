import type { Sealer } from '../../platform/keys/seal.ts';

/** The owner is sealed in with it, so that a secret moved to another account's row opens nothing there. */
interface Contents {
  readonly userId: string;
  readonly secret: string;
}

export function sealSecret(sealer: Sealer, userId: string, secret: string): string {
  return sealer.seal({ userId, secret } satisfies Contents);
}

/** Throws for what was not sealed for this account. */
export function openSecret(sealer: Sealer, userId: string, sealed: string): string {
  const contents = sealer.open(sealed) as Contents;
  if (contents.userId !== userId) throw new Error('A second factor is not that of its account');
  return contents.secret;
}
