import { randomBytes } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { hashOfToken } from '../../platform/keys/secret-token.ts';
import { ceremonyMs } from '../passkeys/index.ts';

/** Why an operator's passkey is used, and whose it must be: null while signing in. */
interface CeremonyContext {
  readonly purpose: 'operator_passkey_sign_in' | 'operator_passkey_register';
  readonly operatorId: string | null;
}

interface SealedCeremony extends CeremonyContext {
  readonly challenge: string;
  readonly expiresAt: number;
}

type CeremonyDeps = { readonly clock: Clock; readonly sealer: Sealer };

/**
 * A new challenge of 256 random bits as base64url, and its context for the form, sealed: visitors of the sign-in page leave nothing in the
 * database.
 */
export function beginCeremony(
  { clock, sealer }: CeremonyDeps,
  context: CeremonyContext,
): { readonly challenge: string; readonly ceremony: string } {
  const challenge = randomBytes(32).toString('base64url');
  const sealed: SealedCeremony = { ...context, challenge, expiresAt: clock.now().getTime() + ceremonyMs };
  return { challenge, ceremony: sealer.seal(sealed) };
}

/** Returns the challenge of a ceremony in this context, once; null for another context, after its time, and for a used one. */
export async function consumeCeremony(
  trx: DatabaseTransaction,
  { clock, sealer }: CeremonyDeps,
  ceremony: string,
  context: CeremonyContext,
): Promise<string | null> {
  const opened = open(sealer, ceremony);
  if (opened?.purpose !== context.purpose || opened.operatorId !== context.operatorId) return null;
  if (opened.expiresAt <= clock.now().getTime()) return null;
  const used = await trx
    .insertInto('operatorUsedChallenges')
    .values({ challengeHash: hashOfToken(opened.challenge), expiresAt: new Date(opened.expiresAt) })
    .onConflict((conflict) => conflict.column('challengeHash').doNothing())
    .returning('challengeHash')
    .executeTakeFirst();
  return used === undefined ? null : opened.challenge;
}

function open(sealer: Sealer, ceremony: string): SealedCeremony | null {
  try {
    return sealer.open(ceremony) as SealedCeremony | null;
  } catch {
    return null;
  }
}

export async function deleteUsedChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('operatorUsedChallenges').where('expiresAt', '<', now).execute();
}
