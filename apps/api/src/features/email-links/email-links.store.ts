import { err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { executePrepared } from '../../platform/database/prepared.ts';
import { dropExpired } from '../../platform/database/partitions/delete-expired.ts';
import type { EmailLinkPurpose } from '../../platform/database/schema.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';

/** Creates an email link and returns its token, of which only the hash is stored. It works once, until it expires. */
export async function makeEmailLink(
  trx: DatabaseTransaction,
  link: {
    readonly userId: string;
    readonly purpose: EmailLinkPurpose;
    /** The link's payload, stored until the link is used. Plain JSON. */
    readonly details?: Readonly<Record<string, unknown>>;
    readonly lifetimeMs: number;
    readonly now: Date;
  },
): Promise<string> {
  const secret = newSecretToken();
  await trx
    .insertInto('emailLinks')
    .values({
      userId: link.userId,
      purpose: link.purpose,
      details: link.details === undefined ? null : JSON.stringify(link.details),
      tokenHash: secret.hash,
      createdAt: link.now,
      expiresAt: new Date(link.now.getTime() + link.lifetimeMs),
      usedAt: null,
    })
    .execute();
  return secret.token;
}

export type LinkRefusal = 'link_invalid' | 'link_used' | 'link_expired' | 'account_deleted';

/** A followed link: its token and expected purpose. */
export interface FollowedLink {
  readonly token: string;
  readonly purpose: EmailLinkPurpose;
  readonly now: Date;
}

/** Returns the link's account if the link is valid now. Does not spend the link. */
export async function readEmailLink(
  db: Database | DatabaseTransaction,
  followed: FollowedLink,
): Promise<Result<{ readonly userId: string; readonly details: unknown }, LinkRefusal>> {
  const link = await db
    .selectFrom('emailLinks')
    .innerJoin('users', 'users.id', 'emailLinks.userId')
    .select([
      'emailLinks.userId',
      'emailLinks.details',
      'emailLinks.usedAt',
      'emailLinks.expiresAt',
      'users.deletedAt',
    ])
    .where('emailLinks.tokenHash', '=', hashOfToken(followed.token))
    .where('emailLinks.purpose', '=', followed.purpose)
    .executeTakeFirst();
  if (link === undefined) return err('link_invalid');
  if (link.usedAt !== null) return err('link_used');
  if (link.expiresAt <= followed.now) return err('link_expired');
  if (link.deletedAt !== null) return err('account_deleted');
  return ok({ userId: link.userId, details: link.details });
}

/** Returns the latest valid link of one purpose of an account and its expiry; null if there is none. */
export async function latestEmailLink(
  db: Database | DatabaseTransaction,
  filter: { readonly userId: string; readonly purpose: EmailLinkPurpose; readonly now: Date },
): Promise<{ readonly details: unknown; readonly expiresAt: Date } | null> {
  const link = await db
    .selectFrom('emailLinks')
    .select(['details', 'expiresAt'])
    .where('userId', '=', filter.userId)
    .where('purpose', '=', filter.purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', filter.now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link ?? null;
}

/**
 * Spends a link of one purpose. The account's row stays locked until the transaction ends, which serialises all uses of its links and its
 * deletion: the first use succeeds, repeats of the same link fail with `link_used`. The account is locked before its links, so two of its
 * links cannot deadlock. A rolled-back transaction spends nothing.
 */
export async function followEmailLink(
  trx: DatabaseTransaction,
  followed: FollowedLink,
): Promise<Result<{ readonly userId: string; readonly details: unknown }, LinkRefusal>> {
  const tokenHash = hashOfToken(followed.token);
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', trx.selectFrom('emailLinks').select('userId').where('tokenHash', '=', tokenHash))
    .forNoKeyUpdate()
    .execute();
  // Read under the lock, so that the changes of its previous holder are visible.
  const link = await readEmailLink(trx, followed);
  if (!link.ok) return link;
  await trx
    .updateTable('emailLinks')
    .set({ usedAt: followed.now })
    .where('tokenHash', '=', tokenHash)
    .execute();
  return link;
}

/** Expires an account's links of some purposes, or all of them. The caller's transaction holds the lock on the account's row. */
export async function expireEmailLinks(
  trx: DatabaseTransaction,
  expired: {
    readonly userId: string;
    readonly purposes?: readonly EmailLinkPurpose[];
    readonly now: Date;
  },
): Promise<void> {
  const { userId, purposes, now } = expired;
  await trx
    .updateTable('emailLinks')
    .set({ expiresAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .$if(purposes !== undefined, (links) => links.where('purpose', 'in', purposes ?? []))
    .execute();
}

/**
 * Cancels the change of address that was requested in a session that ends: `in` that one, or in all but `except` (null: in all). Its link
 * is in the mailbox of the requester, which need not be the owner's. The caller's transaction holds the lock on the account's row.
 */
export async function expireAddressChanges(
  trx: DatabaseTransaction,
  userId: string,
  filter: { readonly in: string } | { readonly except: string | null },
): Promise<void> {
  const requestingSession = sql`details -> 'asker' ->> 'tokenId'`;
  const [name, isOfEnded] =
    'in' in filter
      ? (['expire-address-changes-in', sql<boolean>`${requestingSession} = ${filter.in}`] as const)
      : ([
          'expire-address-changes',
          sql<boolean>`${requestingSession} is distinct from ${filter.except}`,
        ] as const);
  const changes = trx
    .updateTable('emailLinks')
    .set({ expiresAt: sql`created_at` })
    .where('userId', '=', userId)
    .where('purpose', '=', 'email_change')
    .where('usedAt', 'is', null)
    .where(isOfEnded);
  await executePrepared(trx, name, changes);
}

/** The refusals of every link except email verification, which has its own code for expiry. */
export type ConfirmationRefusal = Exclude<LinkRefusal, 'link_expired'> | 'confirmation_expired';

/** Returns the API's error code for a refused confirmation link: an expired one is `confirmation_expired`. */
export function confirmationRefusal(refusal: LinkRefusal): ConfirmationRefusal {
  return refusal === 'link_expired' ? 'confirmation_expired' : refusal;
}

/** How long an expired link can still be distinguished from an unknown one. */
const keptMs = 30 * 24 * 3600 * 1000;

/** A link is valid for a day at most. */
const maxLifetimeMs = 24 * 3600 * 1000;

/** Drops the months of links that all expired more than 30 days ago, and deletes the other such links. Returns the number of these. */
export async function deleteOldLinks(db: Database, now: Date): Promise<number> {
  const before = now.getTime() - keptMs;
  await dropExpired(db, 'email_links', new Date(before - maxLifetimeMs));
  return deleteInBatches(db, 'emailLinks', {
    // With the time, a row is looked for in its own partition only.
    key: ['id', 'createdAt'],
    orderBy: 'expiresAt',
    due: sql`expires_at < ${new Date(before)}`,
  });
}
