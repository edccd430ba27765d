import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { askPrepared } from '../../platform/database/prepared.ts';

type Reader = Database | DatabaseTransaction;

/** An account that a sign-in could mean. */
export interface SignInCandidate {
  readonly id: string;
  readonly passwordHash: string | null;
}

/** The accounts that an address and a password could mean. */
export interface SignInCandidates {
  readonly verified: SignInCandidate | null;
  /** The newest of several. */
  readonly unverified: SignInCandidate | null;
  /** The one deleted last, while it can still be recovered. */
  readonly deleted: SignInCandidate | null;
}

/** One question, however many there are. */
const findCandidates = {
  name: 'sign-in-candidates',
  text: `
    (select 'verified' as kind, id, password_hash as "passwordHash"
    from users where email = $1 and deleted_at is null and verified_at is not null
    limit 1)
    union all
    (select 'unverified', id, password_hash
    from users where email = $1 and deleted_at is null and verified_at is null
    order by created_at desc, id desc limit 1)
    union all
    (select 'deleted', id, password_hash
    from users where email = $1 and deleted_at is not null
    order by deleted_at desc, id desc limit 1)`,
};

export async function signInCandidates(db: Reader, email: string): Promise<SignInCandidates> {
  type Row = SignInCandidate & { readonly kind: keyof SignInCandidates };
  const rows = await askPrepared<Row>(db, findCandidates, [email]);
  const found = (kind: keyof SignInCandidates) => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? null : { id: row.id, passwordHash: row.passwordHash };
  };
  return { verified: found('verified'), unverified: found('unverified'), deleted: found('deleted') };
}

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
 * Whether a password that was found right is still the account's: comparing takes a while, and whoever has the old one must not come in
 * after it was replaced. The account's row stays locked, so that a change waits for the caller.
 */
export async function stillHolds(trx: DatabaseTransaction, proven: ProvenPassword): Promise<boolean> {
  const account = await lockForSignIn(trx, proven.userId);
  return account?.passwordHash === proven.passwordHash;
}

/** The account that a forgotten password belongs to: the confirmed one of an address, or else the newest that named it. */
export async function accountToReset(db: Reader, email: string): Promise<string | null> {
  const { verified, unverified } = await signInCandidates(db, email);
  return (verified ?? unverified)?.id ?? null;
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

/** Locks an account until the transaction ends, so that whatever else changes it waits; null for one that is deleted. */
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
 * address go, with everything that opens them: whoever made them never proved it. Throws a unique violation (users_verified_email)
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
