import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { SignInMethod } from '../../platform/database/schema.ts';
import { issueAccessToken } from './access-tokens.store.ts';

/** Ways that ask for the second factor where it is on. The others have passed it, or carry two factors themselves. */
const asksForSecondFactor: ReadonlySet<SignInMethod> = new Set(['password', 'social']);

/**
 * The one door to a session, for everyone who has proved who they are. With two-factor on, the token is limited until the second
 * factor is given. The account's row is locked, so that a deletion or a change of factors is either seen or waits.
 */
export async function signIn(
  trx: DatabaseTransaction,
  who: {
    readonly userId: string;
    readonly deviceId: string | null;
    readonly method: SignInMethod;
    readonly now: Date;
  },
): Promise<Result<string, 'account_deleted'>> {
  const account = await trx
    .selectFrom('users')
    .select(['deletedAt', 'twoFactorEnabledAt'])
    .where('id', '=', who.userId)
    .forShare()
    .executeTakeFirst();
  if (account === undefined || account.deletedAt !== null) return err('account_deleted');
  const isLimited = account.twoFactorEnabledAt !== null && asksForSecondFactor.has(who.method);
  return ok(await issueAccessToken(trx, { ...who, isLimited }));
}
