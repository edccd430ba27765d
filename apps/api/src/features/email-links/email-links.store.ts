import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { EmailLinkPurpose } from '../../platform/database/schema.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';

/** Makes a link for a mail and gives its token, which is kept as a hash only. It works once, until its time is up. */
export async function makeEmailLink(
  trx: DatabaseTransaction,
  link: {
    readonly userId: string;
    readonly purpose: EmailLinkPurpose;
    /** What the link will do, kept until it is followed. Plain JSON. */
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

/**
 * Spends a link of one purpose. The row stays locked until the transaction ends, which puts simultaneous followers in a line: the
 * first goes on, the others hear `link_used`. A transaction that is rolled back has not spent it. The account's row is locked, so
 * that a deletion is either seen or waits: a link of a deleted account does nothing.
 */
export async function followEmailLink(
  trx: DatabaseTransaction,
  followed: { readonly token: string; readonly purpose: EmailLinkPurpose; readonly now: Date },
): Promise<Result<{ readonly userId: string; readonly details: unknown }, LinkRefusal>> {
  const link = await trx
    .selectFrom('emailLinks')
    .select(['id', 'usedAt', 'expiresAt', 'userId', 'details'])
    .where('tokenHash', '=', hashOfToken(followed.token))
    .where('purpose', '=', followed.purpose)
    .forUpdate()
    .executeTakeFirst();
  if (link === undefined) return err('link_invalid');
  if (link.usedAt !== null) return err('link_used');
  if (link.expiresAt <= followed.now) return err('link_expired');
  const account = await trx
    .selectFrom('users')
    .select('deletedAt')
    .where('id', '=', link.userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (account === undefined || account.deletedAt !== null) return err('account_deleted');
  await trx.updateTable('emailLinks').set({ usedAt: followed.now }).where('id', '=', link.id).execute();
  return ok({ userId: link.userId, details: link.details });
}
