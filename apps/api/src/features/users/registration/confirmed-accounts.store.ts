import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { SignInCandidate } from '../sessions/sign-in-candidates.store.ts';

type Reader = Database | DatabaseTransaction;

/** Returns whether another verified account, not deleted, has this email address. */
export async function isAddressTaken(db: Reader, email: string, byOtherThan: string): Promise<boolean> {
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('verifiedAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .where('id', '!=', byOtherThan)
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Confirms an account's address, whose mailbox was proved, unless another account has confirmed it before; returns true when this call
 * confirmed it. Throws a violation of `users_verified_email` on a concurrent confirmation.
 */
export async function confirmAddress(
  trx: DatabaseTransaction,
  proved: { readonly userId: string; readonly email: string; readonly now: Date },
): Promise<boolean> {
  if (await isAddressTaken(trx, proved.email, proved.userId)) return false;
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ verifiedAt: proved.now })
    .where('id', '=', proved.userId)
    .where('verifiedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the account that has confirmed an address, or null. */
export async function confirmedAccount(db: Reader, email: string): Promise<SignInCandidate | null> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where('email', '=', email)
    .where('verifiedAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Creates an account without a password for an address that was just proved. Unconfirmed accounts with the address are deleted with their
 * credentials: their creators never proved that they own it. Throws a unique violation (users_verified_email) when another account
 * confirmed the address meanwhile.
 */
export async function createConfirmedUser(
  trx: DatabaseTransaction,
  user: { readonly email: string; readonly now: Date },
): Promise<string> {
  const { email, now } = user;
  await trx
    .deleteFrom('users')
    .where('email', '=', email)
    .where('verifiedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .execute();
  const { id } = await trx
    .insertInto('users')
    .values({ email, passwordHash: null, verifiedAt: now, paddleCustomerId: null, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
