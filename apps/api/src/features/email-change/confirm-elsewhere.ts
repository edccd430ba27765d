import { err, ok, type Result } from '@comet/foundation';
import type { Refusal } from '../../platform/http/route.ts';
import { confirmationRefusal, readEmailLink } from '../email-links/index.ts';
import { guess, type GuessDeps, lockLivingAccount, type Passwords, unlessTaken } from '../users/index.ts';
import { type ChangeRefusal, type ConfirmChangeDeps, followChange } from './confirm-change.ts';

export type ConfirmElsewhereDeps = ConfirmChangeDeps & GuessDeps & { readonly passwords: Passwords };

/** Follows a link anywhere, with the account's password. Guesses count like those of a login. */
export async function confirmElsewhere(
  deps: ConfirmElsewhereDeps,
  given: {
    readonly token: string;
    readonly password: string;
    readonly address: string;
    readonly deviceId: string | null;
  },
): Promise<
  Result<{ readonly email: string }, ChangeRefusal | 'current_password_wrong' | Refusal<'too_many_requests'>>
> {
  const { token, password, address, deviceId } = given;
  const link = await readEmailLink(deps.db, { token, purpose: 'email_change', now: deps.clock.now() });
  if (!link.ok) return err(confirmationRefusal(link.error));
  const { userId } = link.value;
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
  return unlessTaken(deps.db, async (trx) => {
    // Comparing takes a while: the password may have been replaced.
    const locked = await lockLivingAccount(trx, userId);
    if (locked !== null && locked.passwordHash !== passwordHash) return err('current_password_wrong');
    return followChange(deps, trx, token);
  });
}
