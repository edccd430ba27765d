import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { newSignInLetter } from './letters.ts';
import { takeNotice } from './notices.store.ts';

export interface SignInNoticeDeps {
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/**
 * Tells the owner of an account by mail that a device signed in which the account had not seen before: five times within an hour. The fifth
 * mail says that further sign-ins are held, and one mail names them when the hour is over.
 */
export async function noticeSignIn(
  deps: SignInNoticeDeps,
  trx: DatabaseTransaction,
  signedIn: {
    readonly userId: string;
    readonly email: string;
    readonly client: CallingClient;
    readonly now: Date;
  },
): Promise<void> {
  const notice = await takeNotice(trx, signedIn);
  if (notice === 'held') return;
  const { client, now: at, email } = signedIn;
  const heldUntil = notice.isLast ? notice.endsAt : null;
  await deps.outbox.post(trx, email, newSignInLetter({ client, at, heldUntil, ...deps }));
}
