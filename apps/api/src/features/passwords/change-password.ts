import { err, ok, type Result } from '@comet/foundation';
import type { Refusal } from '../../platform/http/requests/route.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { expireEmailLinks } from '../email-links/index.ts';
import {
  type ReauthenticationRequest,
  countSignInMethods,
  endSessions,
  lockActiveAccount,
  type Proof,
  reauthenticate,
  type ReauthenticationDeps,
  type ReauthenticationRefusal,
  type Passwords,
  refuseCommonPassword,
} from '../users/index.ts';
import { passwordChangedEmail } from './emails.ts';
import { passwordsOf, replacePassword, type AccountPasswords } from './passwords.store.ts';

const usedBefore: Refusal<'validation_failed'> = {
  code: 'validation_failed',
  rules: [{ rule: 'password.used_before', message: 'The new password must differ from earlier ones' }],
};

/**
 * Returns the hash of an acceptable password, or the rule that it breaks. The password is compared with all of the last five, even after a
 * match. Call it before the account is locked: hashing is queued, and a lock must not be held meanwhile.
 */
export async function choosePassword(
  passwords: Passwords,
  account: AccountPasswords,
  password: string,
): Promise<Result<string, Refusal<'validation_failed'>>> {
  const common = refuseCommonPassword(password, account.email);
  if (common !== null) return err(common);
  const earlier = account.present === null ? account.former : [account.present, ...account.former];
  const matches = await Promise.all(earlier.map((stored) => passwords.verify(stored, password)));
  return matches.includes(true) ? err(usedBefore) : ok(await passwords.hash(password));
}

export interface ChangePasswordDeps extends ReauthenticationDeps {
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/** Changes or sets the password of a recently re-authenticated user. Keeps this session and ends all others. */
export async function changePassword(
  deps: ChangePasswordDeps,
  request: ReauthenticationRequest,
  given: { readonly proof: Proof; readonly password: string },
): Promise<Result<undefined, ReauthenticationRefusal | 'conflict' | Refusal<'validation_failed'>>> {
  const { caller, deviceId, client } = request;
  const account = await passwordsOf(deps.db, caller.id);
  const proved = await reauthenticate(deps, request, given.proof);
  if (!proved.ok) return proved;
  const chosen = await choosePassword(deps.passwords, account, given.password);
  if (!chosen.ok) return chosen;

  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const locked = await lockActiveAccount(trx, caller.id);
    if (locked === null || locked.passwordHash !== account.present) return err('conflict');
    await replacePassword(trx, account, { hash: chosen.value, now });
    await endSessions(trx, caller.id, { tokenId: caller.tokenId, deviceId });
    await expireEmailLinks(trx, {
      userId: caller.id,
      purposes: ['password_reset', 'email_change'],
      now,
    });
    // An unconfirmed mailbox may belong to another person.
    if (locked.verifiedAt !== null) {
      const email = passwordChangedEmail({
        how: account.present === null ? 'first' : 'changed',
        hasOtherSignInMethods: (await countSignInMethods(trx, caller.id)) > 1,
        client,
        at: now,
        dashboardUrl: deps.dashboardUrl,
      });
      await deps.outbox.post(trx, locked.email, email);
    }
    return ok(undefined);
  });
}
