import { err, ok, randomToken, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Opener, SocialProvider, SocialRefusal } from '../../platform/database/schema.ts';
import type { SignInSecrets } from '../../platform/identity/identity-provider.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';

const lifetimeMs = 10 * 60 * 1000;

/** A sign-in that was redirected to a provider. */
export interface StartedSignIn {
  readonly provider: SocialProvider;
  /** The session that connects the provider to its account; null for a sign-in. */
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  readonly redirect: string | null;
  readonly opener: Opener;
}

/** Stores a sign-in for ten minutes and returns the secrets that bind a response to it. */
export async function storeSignIn(db: Database, departure: StartedSignIn, now: Date): Promise<SignInSecrets> {
  const state = newSecretToken();
  const secrets = { nonce: randomToken(), codeVerifier: randomToken() };
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await db
    .insertInto('socialSignIns')
    .values({ ...departure, ...secrets, stateHash: state.hash, expiresAt, usedAt: null, refusal: null })
    .execute();
  return { state: state.token, ...secrets };
}

/** A sign-in that has been claimed by a returned response; no other request can claim it. */
export interface ReturnedSignIn {
  readonly secrets: SignInSecrets;
  /** The account to which the provider is to be connected, and the session that requested it; null for a sign-in. */
  readonly linkTo: { readonly userId: string; readonly sessionId: string } | null;
  readonly redirect: string | null;
  readonly opener: Opener;
}

/**
 * Claims a sign-in, once, for the device that began it. Of concurrent responses one continues. A refused sign-in returns the same refusal
 * again, since a browser may repeat the request.
 */
export async function claimSignIn(
  db: Database,
  given: {
    readonly provider: SocialProvider;
    readonly state: string;
    readonly deviceId: string | null;
    readonly now: Date;
  },
): Promise<Result<ReturnedSignIn, 'social_expired' | 'social_other_browser' | SocialRefusal>> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('socialSignIns')
      .selectAll()
      .where('stateHash', '=', hashOfToken(given.state))
      .where('provider', '=', given.provider)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return err('social_expired');
    if (found.deviceId !== given.deviceId) return err('social_other_browser');
    if (found.refusal !== null) return err(found.refusal);
    if (found.usedAt !== null || found.expiresAt <= given.now) return err('social_expired');
    const session =
      found.sessionId === null
        ? null
        : await trx
            .selectFrom('accessTokens')
            .select(['id as sessionId', 'userId'])
            .where('id', '=', found.sessionId)
            .executeTakeFirst();
    if (session === undefined) return err('social_expired');
    await change(trx, given.state, { usedAt: given.now });
    const { nonce, codeVerifier, redirect, opener } = found;
    const secrets = { state: given.state, nonce, codeVerifier };
    return ok({ secrets, linkTo: session, redirect, opener });
  });
}

/** Releases a claimed sign-in for a retry: the provider did not respond. */
export async function releaseSignIn(db: Database, state: string): Promise<void> {
  await change(db, state, { usedAt: null });
}

/** Stores why the sign-in with this state was refused. */
export async function storeRefusal(db: Database, state: string, refusal: SocialRefusal): Promise<void> {
  await change(db, state, { refusal });
}

async function change(
  db: Database,
  state: string,
  to: { readonly usedAt?: Date | null; readonly refusal?: SocialRefusal },
): Promise<void> {
  await db.updateTable('socialSignIns').set(to).where('stateHash', '=', hashOfToken(state)).execute();
}

/** Deletes the sign-ins that have expired at `now`. */
export function deleteSignIns(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'socialSignIns', {
    key: ['stateHash'],
    orderBy: 'expiresAt',
    due: sql`expires_at <= ${now}`,
  });
}
