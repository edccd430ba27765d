import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** The current password and four former ones are the last five. */
const formerKept = 4;

/** The fields of an account that are needed to choose a password. */
export interface AccountPasswords {
  readonly userId: string;
  readonly email: string;
  /** Null for an account that has no password yet. */
  readonly present: string | null;
  /** Hashes of the passwords before, the latest first. */
  readonly former: readonly string[];
}

/** Returns the hash of an account's password and of the four before it. Throws if the account does not exist. */
export async function passwordsOf(db: Database, userId: string): Promise<AccountPasswords> {
  const [account, former] = await Promise.all([
    db
      .selectFrom('users')
      .select(['email', 'passwordHash'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('formerPasswords')
      .select('passwordHash')
      .where('userId', '=', userId)
      .orderBy('replacedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(formerKept)
      .execute(),
  ]);
  const { email, passwordHash: present } = account;
  return { userId, email, present, former: former.map(({ passwordHash }) => passwordHash) };
}

/** Stores a password and moves the previous one to the password history, which is trimmed to the number that is compared. */
export async function replacePassword(
  trx: DatabaseTransaction,
  account: AccountPasswords,
  next: { readonly hash: string; readonly now: Date },
): Promise<void> {
  const { userId, present } = account;
  await trx.updateTable('users').set({ passwordHash: next.hash }).where('id', '=', userId).execute();
  if (present === null) return;
  await trx
    .insertInto('formerPasswords')
    .values({ userId, passwordHash: present, replacedAt: next.now })
    .execute();
  const kept = trx
    .selectFrom('formerPasswords')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('replacedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(formerKept);
  await trx.deleteFrom('formerPasswords').where('userId', '=', userId).where('id', 'not in', kept).execute();
}
