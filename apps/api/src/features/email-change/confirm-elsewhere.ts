import { err, type Result } from '@comet/foundation';
import type { Refusal } from '../../platform/http/requests/route.ts';
import { confirmationRefusal, readEmailLink } from '../email-links/index.ts';
import { byPassword, type ByPasswordDeps } from '../users/index.ts';
import { type ChangeRefusal, type ConfirmChangeDeps, followChange } from './confirm-change.ts';

export type ConfirmElsewhereDeps = ConfirmChangeDeps & ByPasswordDeps;

/** Follows a link in any browser with the account's password. Wrong passwords count like those of a login. */
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
  const { token } = given;
  const link = await readEmailLink(deps.db, { token, purpose: 'email_change', now: deps.clock.now() });
  if (!link.ok) return err(confirmationRefusal(link.error));
  return byPassword(deps, link.value.userId, given, (trx) => followChange(deps, trx, token));
}
