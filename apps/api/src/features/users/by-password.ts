import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Refusal } from '../../platform/http/route.ts';
import { guess, type GuessDeps } from './guess.ts';
import type { Passwords } from './password.ts';
import { unlessTaken } from './unless-taken.ts';
import { lockLivingAccount } from './users.store.ts';

export type ByPasswordDeps = GuessDeps & { readonly passwords: Passwords };

/**
 * Follows a mailed link for whoever gives the password of its account, in a browser that the account does not know. Guesses count like
 * those of a login. The link is followed in a transaction in which that password still holds.
 */
export async function byPassword<T, E>(
  deps: ByPasswordDeps,
  userId: string,
  given: { readonly password: string; readonly address: string; readonly deviceId: string | null },
  follow: (trx: DatabaseTransaction) => Promise<Result<T, E>>,
): Promise<
  Result<T, E | 'link_invalid' | 'email_taken' | 'current_password_wrong' | Refusal<'too_many_requests'>>
> {
  const { password, address, deviceId } = given;
  const account = await deps.db
    .selectFrom('users')
    .select(['email', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (account === undefined) return err('link_invalid');
  const { email, passwordHash } = account;
  const proved = await guess(deps, { email, deviceId, address }, async () =>
    passwordHash !== null && (await deps.passwords.verify(passwordHash, password))
      ? ok(undefined)
      : err('current_password_wrong' as const),
  );
  if (!proved.ok) return proved;
  return unlessTaken<Result<T, E | 'current_password_wrong'>>(deps.db, async (trx) => {
    // Comparing takes a while: the password may have been replaced.
    const locked = await lockLivingAccount(trx, userId);
    if (locked !== null && locked.passwordHash !== passwordHash) return err('current_password_wrong');
    return follow(trx);
  });
}
