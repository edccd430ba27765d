import { err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PasskeyPurpose } from '../../platform/database/schema.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';

/** Maximum time in ms from the options to the response. */
export const ceremonyMs = 5 * 60 * 1000;

/** The context of a challenge. A response from another device, session or purpose does not match it. */
export interface Ceremony {
  readonly purpose: PasskeyPurpose;
  readonly deviceId: string | null;
  /** Null while signing in. */
  readonly sessionId: string | null;
}

/** A new challenge of 256 random bits as base64url, kept as a hash. */
export async function makeChallenge(db: Database, ceremony: Ceremony, now: Date): Promise<string> {
  const { token, hash } = newSecretToken();
  await db
    .insertInto('passkeyChallenges')
    .values({ ...ceremony, challengeHash: hash, expiresAt: new Date(now.getTime() + ceremonyMs) })
    .execute();
  return token;
}

/** Consumes a challenge, whatever the result of the response. Of concurrent responses one gets it; the others get null. */
export async function consumeChallenge(
  trx: DatabaseTransaction,
  challenge: string,
  ceremony: Ceremony,
  now: Date,
): Promise<Result<undefined, 'passkey_failed' | 'passkey_ceremony_expired'>> {
  const taken = await trx
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashOfToken(challenge))
    .where('purpose', '=', ceremony.purpose)
    .where('deviceId', 'is not distinct from', ceremony.deviceId)
    .where('sessionId', 'is not distinct from', ceremony.sessionId)
    .returning('expiresAt')
    .executeTakeFirst();
  if (taken === undefined) return err('passkey_failed');
  return taken.expiresAt > now ? ok(undefined) : err('passkey_ceremony_expired');
}

/** Deletes the WebAuthn challenges that expired more than five minutes before `now`. */
export function deletePastCeremonies(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'passkeyChallenges', {
    key: ['challengeHash'],
    orderBy: 'expiresAt',
    // Kept for a while after expiry, so that a late response gets an expiry error.
    due: sql`expires_at < ${new Date(now.getTime() - ceremonyMs)}`,
  });
}
