import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { executePrepared, queryPrepared } from '../../platform/database/prepared.ts';

type Reader = Database | DatabaseTransaction;

/** Inserts an unconfirmed account; returns its id. */
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

/** Deletes unconfirmed accounts after seven days; they have no purchases. Deleted accounts have their own removal. */
export function removeUnverifiedBefore(db: Database, before: Date): Promise<number> {
  return deleteInBatches(db, 'users', {
    key: ['id'],
    orderBy: 'createdAt',
    due: sql`verified_at is null and deleted_at is null and created_at < ${before}`,
    // Each has rows in many tables.
    size: 100,
  });
}

/** The hash of an account's password; null for an account without one. */
export async function passwordHashOf(db: Reader, userId: string): Promise<string | null> {
  const stored = db.selectFrom('users').select('passwordHash').where('id', '=', userId);
  const [user] = await executePrepared(db, 'password-hash', stored);
  if (user === undefined) throw new Error('The account no longer exists');
  return user.passwordHash;
}

/** A verified password, with its hash at that time. */
export interface ProvenPassword {
  readonly userId: string;
  readonly passwordHash: string;
}

/** The fields of an account that decide about a sign-in. */
export interface AccountAtSignIn {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly verifiedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly bannedAt: Date | null;
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
      banned_at as "bannedAt",
      two_factor_enabled_at as "twoFactorEnabledAt"
    from users where id = $1
    for share`,
};

/** Locks an account's row, so that a deletion or a change of factors is either visible or waits until the transaction ends. */
export async function lockForSignIn(
  trx: DatabaseTransaction,
  userId: string,
): Promise<AccountAtSignIn | null> {
  const [account] = await queryPrepared<AccountAtSignIn>(trx, accountForShare, [userId]);
  return account ?? null;
}

/**
 * Returns whether a verified password is still the account's: the comparison takes time, and a replaced password must not sign in. The
 * account's row stays locked, so that a change waits for the caller.
 */
export async function isCurrentPassword(trx: DatabaseTransaction, proven: ProvenPassword): Promise<boolean> {
  const account = await lockForSignIn(trx, proven.userId);
  return account?.passwordHash === proven.passwordHash;
}

/** Locks an account until the transaction ends, so that concurrent changes wait; null for a deleted one. */
export async function lockActiveAccount(
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
