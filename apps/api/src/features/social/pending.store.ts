import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Opener, PendingReason, SocialProvider } from '../../platform/database/schema.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import type { Subject } from './identities.store.ts';

const lifetimeMs = 3600 * 1000;
const laterBy = (now: Date) => new Date(now.getTime() + lifetimeMs);

/** An identity that waits for the consent of an address's owner. */
export interface Pending extends Subject {
  /** The account that had the address at the provider's response. */
  readonly userId: string | null;
  readonly provider: SocialProvider;
  readonly email: string | null;
  readonly reason: PendingReason;
  readonly deviceId: string | null;
  readonly redirect: string | null;
  readonly opener: Opener;
}

/** Stores a pending identity for an hour; returns the token with which its browser refers to it. */
export async function storePending(trx: DatabaseTransaction, pending: Pending, now: Date): Promise<string> {
  const secret = newSecretToken();
  await trx
    .insertInto('pendingIdentities')
    .values({ ...pending, tokenHash: secret.hash, expiresAt: laterBy(now), usedAt: null })
    .execute();
  return secret.token;
}

/** Returns a browser's pending identity by its token, locked; null when it was used, has expired, or belongs to another browser. */
export async function findPending(
  trx: DatabaseTransaction,
  given: { readonly token: string; readonly deviceId: string | null; readonly now: Date },
) {
  const found = await trx
    .selectFrom('pendingIdentities')
    .selectAll()
    .where('tokenHash', '=', hashOfToken(given.token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', given.now)
    .forUpdate()
    .executeTakeFirst();
  return found === undefined || found.deviceId !== given.deviceId ? null : found;
}

/** Returns the pending identity of a mailed link, locked, in any state. */
export async function findMailed(trx: DatabaseTransaction, link: string) {
  return trx
    .selectFrom('pendingIdentities')
    .selectAll()
    .where(sql<boolean>`link_hashes @> array[${hashOfToken(link)}::bytea]`)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Creates a link for an address, valid for an hour. Earlier ones to the same address stay valid; those to another address end, since a link
 * proves one mailbox only.
 */
export async function addLink(
  trx: DatabaseTransaction,
  pending: { readonly tokenHash: Buffer; readonly email: string | null },
  to: { readonly email: string; readonly userId: string | null; readonly now: Date },
): Promise<string> {
  const secret = newSecretToken();
  const added = sql<Buffer[]>`array[${secret.hash}::bytea]`;
  await trx
    .updateTable('pendingIdentities')
    .set({
      email: to.email,
      userId: to.userId,
      expiresAt: laterBy(to.now),
      linkHashes: to.email === pending.email ? sql<Buffer[]>`link_hashes || ${added}` : added,
    })
    .where('tokenHash', '=', pending.tokenHash)
    .execute();
  return secret.token;
}

/** Marks a pending identity as used, so that its token is refused from now on. */
export async function spendPending(trx: DatabaseTransaction, tokenHash: Buffer, now: Date): Promise<void> {
  await trx
    .updateTable('pendingIdentities')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/** Keeps an identity pending until the second factor of a sign-in; it expires with that sign-in. */
export async function linkToSignIn(
  trx: DatabaseTransaction,
  tokenHash: Buffer,
  sessionId: string,
): Promise<void> {
  await trx
    .updateTable('pendingIdentities')
    .set({ agreedIn: sessionId })
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/** Returns and deletes the identity that a sign-in has agreed to. */
export async function consumeConfirmedIdentities(trx: DatabaseTransaction, sessionId: string) {
  return trx
    .updateTable('pendingIdentities')
    .set({ agreedIn: null })
    .where('agreedIn', '=', sessionId)
    .returning(['provider', 'issuer', 'subject', 'email'])
    .execute();
}

/** A used entry is kept for its hour, so that its link can be reported as used. */
export function deletePending(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'pendingIdentities', {
    key: ['tokenHash'],
    orderBy: 'expiresAt',
    due: sql`expires_at <= ${new Date(now.getTime() - lifetimeMs)}`,
  });
}
