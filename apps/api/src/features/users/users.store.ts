import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { askPrepared } from '../../platform/database/prepared.ts';

type Reader = Database | DatabaseTransaction;

export async function insertUser(
  db: Reader,
  user: { readonly email: string; readonly passwordHash: string; readonly now: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({
      email: user.email,
      passwordHash: user.passwordHash,
      verifiedAt: null,
      paddleCustomerId: null,
      createdAt: user.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Unconfirmed accounts last seven days; they own nothing that anyone would miss. Deleted ones wait for their own removal. */
export async function removeUnverifiedBefore(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('verifiedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .where('createdAt', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The hash of an account's password; null for an account without one. */
export async function passwordHashOf(db: Reader, userId: string): Promise<string | null> {
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return passwordHash;
}

/** A password that was found right, as it stood then. */
export interface ProvenPassword {
  readonly userId: string;
  readonly passwordHash: string;
}

/** What decides about a sign-in to an account. */
export interface AccountAtSignIn {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly verifiedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly twoFactorEnabledAt: Date | null;
}

const accountForShare = {
  name: 'account-for-share',
  text: `
    select
      email,
      password_hash as "passwordHash",
      verified_at as "verifiedAt",
      deleted_at as "deletedAt",
      two_factor_enabled_at as "twoFactorEnabledAt"
    from users where id = $1
    for share`,
};

/** Locks an account's row, so that a deletion or a change of factors is either seen or waits until the transaction ends. */
export async function lockForSignIn(
  trx: DatabaseTransaction,
  userId: string,
): Promise<AccountAtSignIn | null> {
  const [account] = await askPrepared<AccountAtSignIn>(trx, accountForShare, [userId]);
  return account ?? null;
}

/**
 * Whether a password that was found right is still the account's: comparing takes a while, and the old one must not sign in
 * after it was replaced. The account's row stays locked, so that a change waits for the caller.
 */
export async function stillHolds(trx: DatabaseTransaction, proven: ProvenPassword): Promise<boolean> {
  const account = await lockForSignIn(trx, proven.userId);
  return account?.passwordHash === proven.passwordHash;
}

/** Locks an account until the transaction ends, so that concurrent changes wait; null for a deleted one. */
export async function lockLivingAccount(
  trx: DatabaseTransaction,
  userId: string,
): Promise<{
  readonly email: string;
  readonly verifiedAt: Date | null;
  readonly passwordHash: string | null;
} | null> {
  const account = await trx
    .selectFrom('users')
    .select(['email', 'verifiedAt', 'passwordHash'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account ?? null;
}
