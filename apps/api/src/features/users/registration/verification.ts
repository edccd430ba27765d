import type { Clock, Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Attempts } from '../../../platform/http/authentication/attempts.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { makeEmailLink } from '../../email-links/index.ts';
import { verificationMails } from '../passwords/password-attempt-limits.ts';
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

/** Counts a verification mail to an address; returns the seconds to wait where the mailbox has reached its limit. */
export async function countVerificationMail(
  { attempts }: { readonly attempts: Pick<Attempts, 'begin'> },
  email: string,
): Promise<Result<unknown, number>> {
  return attempts.begin([verificationMails(email)]);
}

/**
 * Creates a link for the user's address and queues its mail. Where another account has confirmed that address already, the mail reports
 * that instead; both cases do the same work, so the caller cannot distinguish them.
 */
export async function queueVerificationEmail(
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
