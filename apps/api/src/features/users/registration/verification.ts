import type { Clock, Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Attempts } from '../../../platform/http/authentication/attempts.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { makeEmailLink } from '../../email-links/index.ts';
import { verificationMails } from '../passwords/guess-limits.ts';
import { accountExistsEmail, confirmAddressEmail } from './emails.ts';
import { isAddressTaken } from './confirmed-accounts.store.ts';

const lifetimeMs = 24 * 3600 * 1000;

export interface VerificationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly attempts: Attempts;
  readonly dashboardUrl: string;
}

/** Counts a mail to an address that somebody named; the seconds to wait where the mailbox has had enough of them. */
export async function takeVerificationMail(
  { attempts }: Pick<VerificationDeps, 'attempts'>,
  email: string,
): Promise<Result<unknown, number>> {
  return attempts.begin([verificationMails(email)]);
}

/**
 * Makes a link for the user's address and posts it. Where somebody else has confirmed that address already, the mailbox is
 * told so instead; the caller cannot tell the difference, since both ways do the same work.
 */
export async function postVerification(
  deps: Omit<VerificationDeps, 'db' | 'attempts'>,
  trx: DatabaseTransaction,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const now = deps.clock.now();
  const token = await makeEmailLink(trx, { userId: user.id, purpose: 'verify', lifetimeMs, now });
  const taken = await isAddressTaken(trx, user.email, user.id);
  const email = taken
    ? accountExistsEmail(`${deps.dashboardUrl}/login/`)
    : confirmAddressEmail(`${deps.dashboardUrl}/verify-email/confirm?token=${token}`);
  await deps.outbox.post(trx, user.email, email);
}
