import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { SocialProvider } from '../../platform/database/schema.ts';
import type { SocialProfile } from '../../platform/identity/identity-provider.ts';

/** The identity of a user at a provider. */
export type Subject = Pick<SocialProfile, 'issuer' | 'subject'>;

export interface NewIdentity extends Subject {
  readonly userId: string;
  readonly provider: SocialProvider;
  readonly email: string | null;
  readonly now: Date;
}

/** The account that an identity signs in to, or null. */
export async function ownerOf(
  trx: DatabaseTransaction,
  { issuer, subject }: Subject,
): Promise<string | null> {
  const found = await trx
    .selectFrom('identities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return found?.userId ?? null;
}

/** Throws a unique violation when the identity was connected meanwhile: `retryOnConflict` then retries. */
export async function insertIdentity(trx: DatabaseTransaction, identity: NewIdentity): Promise<void> {
  const { now, userId, provider, issuer, subject, email } = identity;
  await trx
    .insertInto('identities')
    .values({ userId, provider, issuer, subject, email, createdAt: now, lastUsedAt: now })
    .execute();
}

/** Connects an identity unless some account has it already; returns true when it was free. */
export async function insertFreeIdentity(trx: DatabaseTransaction, identity: NewIdentity): Promise<boolean> {
  const { now, userId, provider, issuer, subject, email } = identity;
  const added = await trx
    .insertInto('identities')
    .values({ userId, provider, issuer, subject, email, createdAt: now, lastUsedAt: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Records a sign-in by an identity, and the provider's current address. */
export async function recordUse(trx: DatabaseTransaction, profile: SocialProfile, now: Date): Promise<void> {
  await trx
    .updateTable('identities')
    .set({ lastUsedAt: now, email: profile.email })
    .where('issuer', '=', profile.issuer)
    .where('subject', '=', profile.subject)
    .execute();
}

/** Returns the identities linked to an account, oldest first. */
export async function identitiesOf(db: Database | DatabaseTransaction, userId: string) {
  return db
    .selectFrom('identities')
    .select(['id', 'provider', 'email', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export async function deleteIdentity(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('identities').where('id', '=', id).execute();
}
