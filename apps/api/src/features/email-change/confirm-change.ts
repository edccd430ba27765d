import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  type ConfirmationRefusal,
  confirmationRefusal,
  expireEmailLinks,
  followEmailLink,
  readEmailLink,
} from '../email-links/index.ts';
import { followCustomerEmail } from '../payments/index.ts';
import { queueHeldSignIns } from '../sign-in-notices/index.ts';
import {
  endSessions,
  isKnownDeviceOf,
  refuseTakenAddress,
  byPassword,
  type ByPasswordDeps,
} from '../users/index.ts';
import { addressChangedEmail } from './emails.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';

/** The content of a link to a new address: the address, and the requesting session, which the change does not end. */
export type PendingChange = {
  readonly email: string;
  readonly asker: { readonly tokenId: string; readonly deviceId: string | null };
};

interface ConfirmChangeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

type ChangeRefusal = ConfirmationRefusal | 'email_taken';

/**
 * Follows a link once, in a browser that has signed in to the account. A request may name a stranger's address: the owner of that mailbox
 * who follows the link must not confirm the address for the requester, so any other browser needs the password. A caller without a device
 * is not a browser of ours and has the link from the mailbox.
 */
export function confirmEmailChange(
  deps: ConfirmChangeDeps,
  { token, deviceId }: { readonly token: string; readonly deviceId: string | null },
): Promise<Result<{ readonly email: string }, ChangeRefusal | 'verification_password_required'>> {
  return refuseTakenAddress(deps.db, async (trx) => {
    const link = await readEmailLink(trx, { token, purpose: 'email_change', now: deps.clock.now() });
    if (!link.ok) return err(confirmationRefusal(link.error));
    const isKnownDevice = deviceId === null || (await isKnownDeviceOf(trx, link.value.userId, deviceId));
    return isKnownDevice ? followChange(deps, trx, token) : err('verification_password_required');
  });
}

/** Spends the link: the account gets the new address, which is then confirmed, and every link sent to the old one becomes invalid. */
async function followChange(
  deps: ConfirmChangeDeps,
  trx: DatabaseTransaction,
  token: string,
): Promise<Result<{ readonly email: string }, ConfirmationRefusal>> {
  const now = deps.clock.now();
  const followed = await followEmailLink(trx, { token, purpose: 'email_change', now });
  if (!followed.ok) return err(confirmationRefusal(followed.error));
  const { userId } = followed.value;
  const { email, asker } = followed.value.details as PendingChange;
  await moveAccount(deps, trx, { userId, email, now });
  await endSessions(trx, userId, asker);
  await expireEmailLinks(trx, { userId, now });
  await followCustomerEmail(deps.jobs, trx, userId);
  return ok({ email });
}

async function moveAccount(
  deps: ConfirmChangeDeps,
  trx: DatabaseTransaction,
  { userId, email, now }: { readonly userId: string; readonly email: string; readonly now: Date },
): Promise<void> {
  const before = await trx
    .selectFrom('users')
    .select(['email', 'verifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('users')
    .set({ email, verifiedAt: sql<Date>`coalesce(verified_at, ${now})` })
    .where('id', '=', userId)
    .execute();
  await queueHeldSignIns(deps, trx, { userId, email: before.email });
  if (before.verifiedAt !== null) await deps.outbox.post(trx, before.email, addressChangedEmail(now));
}

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
