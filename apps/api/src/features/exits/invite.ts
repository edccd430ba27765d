import type { ExitUse } from '@comet/admission';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { newSecretToken } from '../../platform/keys/secret-token.ts';

/** Where an exit will stand. */
export interface ExitPlace {
  /** Upper case. */
  readonly country: string;
  readonly city: string;
  readonly cityName: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** People are not at their machines at once: an invitation is good for a week. */
const lifetimeMs = 7 * 24 * 3600 * 1000;

/** A token with which one machine may become an exit at a place, once. Only its hash is kept. */
export async function inviteExit(
  trx: DatabaseTransaction,
  place: ExitPlace & { readonly use: ExitUse },
  now: Date,
): Promise<string> {
  const secret = newSecretToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await trx
    .insertInto('exitInvitations')
    .values({ ...place, tokenHash: secret.hash, createdAt: now, expiresAt, usedAt: null })
    .execute();
  return secret.token;
}
