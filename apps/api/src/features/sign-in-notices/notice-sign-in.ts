import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { heldSignInsLetter, newSignInLetter } from './letters.ts';
import { takeHeld, takeNotice } from './notices.store.ts';

export interface SignInNoticeDeps {
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/**
 * Tells the owner of an account by mail that a device signed in which the account had not seen before: five times within an hour. The fifth
 * mail says that further sign-ins are held, and one mail names them when the hour is over: of the minute task, or of the first sign-in after that.
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
  const { client, now: at, email } = signedIn;
  const { due, mail } = await takeNotice(trx, signedIn);
  if (due.length > 0) await deps.outbox.post(trx, email, heldSignInsLetter({ held: due, ...deps }));
  if (mail === null) return;
  const heldUntil = mail.isLast ? mail.endsAt : null;
  await deps.outbox.post(trx, email, newSignInLetter({ client, at, heldUntil, ...deps }));
}

/** Mails what is held to the address that an account is about to lose: sign-ins of before are told where they would have been told. */
export async function postHeldSignIns(
  deps: SignInNoticeDeps,
  trx: DatabaseTransaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  const held = await takeHeld(trx, userId);
  if (held.length > 0) await deps.outbox.post(trx, email, heldSignInsLetter({ held, ...deps }));
}
