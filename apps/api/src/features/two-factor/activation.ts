import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { followEmailLink, type LinkRefusal, makeEmailLink } from '../email-links/index.ts';
import { revokePendingSignIns } from '../users/index.ts';
import type { TwoFactorDeps } from './deps.ts';
import { activateEmail, turnedOnEmail } from './emails.ts';
import { type Account, lockAccount, lockSetUp, setEnabledAt } from './two-factor.store.ts';

const linkLifetimeMs = 24 * 3600 * 1000;

/** Identifies the set-up that a link activates. */
interface LinkDetails {
  readonly setupId: string;
}

/** Mails a link that enables the account's two-factor, bound to its set-up. */
export async function queueActivationEmail(
  deps: TwoFactorDeps,
  trx: DatabaseTransaction,
  account: Account,
  setupId: string,
): Promise<void> {
  const details = { setupId } satisfies LinkDetails;
  const link = { userId: account.id, purpose: 'two_factor', details, lifetimeMs: linkLifetimeMs } as const;
  const token = await makeEmailLink(trx, { ...link, now: deps.clock.now() });
  const email = activateEmail(`${deps.dashboardUrl}/two-factor/confirm?token=${token}`);
  await deps.outbox.post(trx, account.email, email);
}

type ConfirmRefusal = Exclude<LinkRefusal, 'link_expired'> | 'confirmation_expired';

/** Consumes an activation link. The link of a replaced set-up counts as expired. */
export async function confirm(
  deps: TwoFactorDeps,
  { token, client }: { readonly token: string; readonly client: CallingClient },
): Promise<Result<{ readonly email: string }, ConfirmRefusal>> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const followed = await followEmailLink(trx, { token, purpose: 'two_factor', now });
    if (!followed.ok) return err(followed.error === 'link_expired' ? 'confirmation_expired' : followed.error);
    const { userId, details } = followed.value;
    const account = await lockAccount(trx, userId, 'change');
    const setUp = await lockSetUp(trx, userId);
    const { setupId } = details as LinkDetails;
    if (account === null || setUp?.setupId !== setupId || setUp.codeCheckedAt === null) {
      return err('confirmation_expired');
    }
    if (account.enabledAt !== null) return err('link_used');
    await setEnabledAt(trx, userId, now);
    // Pending sign-ins were approved before two-factor was enabled.
    await revokePendingSignIns(trx, userId);
    await deps.outbox.post(trx, account.email, turnedOnEmail(deps.dashboardUrl, { client, at: now }));
    return ok({ email: account.email });
  });
}
