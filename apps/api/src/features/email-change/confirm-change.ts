import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  type ConfirmationRefusal,
  confirmationRefusal,
  expireEmailLinks,
  followEmailLink,
} from '../email-links/index.ts';
import { followCustomerEmail } from '../payments/index.ts';
import { endSessions } from '../users/index.ts';
import { addressChangedLetter } from './letters.ts';

/** What a link to a new address holds: the address, and the session that asked, which outlives the change. */
export type PendingChange = {
  readonly email: string;
  readonly asker: { readonly tokenId: string; readonly deviceId: string | null };
};

export interface ConfirmChangeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly outbox: Outbox;
}

/**
 * Follows a link once: the account has the new address, which is confirmed by that, and everything that was mailed to the old one stops
 * working. Where another account confirmed the address meanwhile, nothing changes and the link is not spent.
 */
export async function confirmEmailChange(
  deps: ConfirmChangeDeps,
  token: string,
): Promise<Result<{ readonly email: string }, ConfirmationRefusal | 'email_taken'>> {
  const now = deps.clock.now();
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const followed = await followEmailLink(trx, { token, purpose: 'email_change', now });
      if (!followed.ok) return err(confirmationRefusal(followed.error));
      const { userId } = followed.value;
      const { email, asker } = followed.value.details as PendingChange;
      await moveAccount(deps, trx, { userId, email, now });
      await endSessions(trx, userId, asker);
      await expireEmailLinks(trx, { userId, now });
      await followCustomerEmail(deps.jobs, trx, userId);
      return ok({ email });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_verified_email')) return err('email_taken');
    throw error;
  }
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
  if (before.verifiedAt !== null) await deps.outbox.post(trx, before.email, addressChangedLetter(now));
}
