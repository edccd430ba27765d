import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { SignInCandidate } from '../sessions/sign-in-candidates.store.ts';

type Reader = Database | DatabaseTransaction;

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
 * Confirms an account's address, whose mailbox was proved, unless another account has done so before; true when it is confirmed by
 * this. Throws a violation of `users_verified_email` when another one does so in the same moment.
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

/** The account that has confirmed an address, or null. */
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
 * A new account without a password, for an address that was just proved to be its owner's. Unconfirmed accounts that name the
 * address go, with everything that opens them: their creators never proved that they own it. Throws a unique violation (users_verified_email)
 * when somebody else confirmed the address meanwhile.
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
