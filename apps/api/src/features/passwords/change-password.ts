import { err, ok, type Result } from '@comet/foundation';
import type { Refusal } from '../../platform/http/route.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { expireEmailLinks } from '../email-links/index.ts';
import {
  type Asked,
  countWaysIn,
  endSessions,
  lockLivingAccount,
  type Proof,
  reauthenticate,
  type ReauthenticationDeps,
  type ReauthenticationRefusal,
} from '../users/index.ts';
import { choosePassword } from './choose-password.ts';
import { passwordChangedLetter } from './letters.ts';
import { passwordsOf, replacePassword } from './passwords.store.ts';

export interface ChangePasswordDeps extends ReauthenticationDeps {
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/** Changes the password of somebody who proved once more who they are, or sets the first one. This session stays, all others end. */
export async function changePassword(
  deps: ChangePasswordDeps,
  asked: Asked,
  given: { readonly proof: Proof; readonly password: string },
): Promise<Result<undefined, ReauthenticationRefusal | 'conflict' | Refusal<'validation_failed'>>> {
  const { caller, deviceId, client } = asked;
  const account = await passwordsOf(deps.db, caller.id);
  const proved = await reauthenticate(deps, asked, given.proof);
  if (!proved.ok) return proved;
  const chosen = await choosePassword(deps.passwords, account, given.password);
  if (!chosen.ok) return chosen;

  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const locked = await lockLivingAccount(trx, caller.id);
    if (locked === null || locked.passwordHash !== account.present) return err('conflict');
    await replacePassword(trx, account, { hash: chosen.value, now });
    await endSessions(trx, caller.id, { tokenId: caller.tokenId, deviceId });
    await expireEmailLinks(trx, {
      userId: caller.id,
      purposes: ['password_reset', 'email_change'],
      now,
    });
    // A mailbox that was never confirmed may be a stranger's.
    if (locked.verifiedAt !== null) {
      const letter = passwordChangedLetter({
        how: account.present === null ? 'first' : 'changed',
        hasOtherWaysIn: (await countWaysIn(trx, caller.id)) > 1,
        client,
        at: now,
        dashboardUrl: deps.dashboardUrl,
      });
      await deps.outbox.post(trx, locked.email, letter);
    }
    return ok(undefined);
  });
}
