import { type Clock, err, ok, type Result } from '@comet/foundation';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../platform/database/database.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { accountExistsLetter, confirmAddressLetter } from './letters.ts';
import { isAddressTaken } from './users.store.ts';

const lifetimeMs = 24 * 3600 * 1000;

export interface VerificationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/**
 * Makes a link for the user's address and posts it. Where somebody else has confirmed that address already, the mailbox is
 * told so instead; the caller cannot tell the difference, since both ways do the same work.
 */
export async function postVerification(
  deps: Omit<VerificationDeps, 'db'>,
  trx: DatabaseTransaction,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const now = deps.clock.now();
  const link = newSecretToken();
  await trx
    .insertInto('verificationLinks')
    .values({
      userId: user.id,
      tokenHash: link.hash,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
      usedAt: null,
    })
    .execute();
  const taken = await isAddressTaken(trx, user.email, user.id);
  const letter = taken
    ? accountExistsLetter(`${deps.dashboardUrl}/login/`)
    : confirmAddressLetter(`${deps.dashboardUrl}/verify-email/confirm?token=${link.token}`);
  await deps.outbox.post(trx, user.email, letter);
}

export type ConfirmRefusal = 'link_invalid' | 'link_expired' | 'link_used' | 'email_taken';

/** Follows a link once. The row lock puts simultaneous followers in a line: the first confirms, the others hear `link_used`. */
export async function confirmEmail(
  deps: Pick<VerificationDeps, 'db' | 'clock'>,
  token: string,
): Promise<Result<{ readonly email: string }, ConfirmRefusal>> {
  const now = deps.clock.now();
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const link = await trx
        .selectFrom('verificationLinks')
        .innerJoin('users', 'users.id', 'verificationLinks.userId')
        .select(['verificationLinks.id', 'usedAt', 'expiresAt', 'userId', 'email', 'verifiedAt'])
        .where('tokenHash', '=', hashOfToken(token))
        .forUpdate('verificationLinks')
        .executeTakeFirst();
      if (link === undefined) return err('link_invalid');
      if (link.usedAt !== null) return err('link_used');
      if (link.expiresAt <= now) return err('link_expired');
      if (await isAddressTaken(trx, link.email, link.userId)) return err('email_taken');
      await trx.updateTable('verificationLinks').set({ usedAt: now }).where('id', '=', link.id).execute();
      await trx
        .updateTable('users')
        .set({ verifiedAt: link.verifiedAt ?? now })
        .where('id', '=', link.userId)
        .execute();
      return ok({ email: link.email });
    });
  } catch (error) {
    // Another account confirmed the same address between our look and our write.
    if (isUniqueViolation(error, 'users_verified_email')) return err('email_taken');
    throw error;
  }
}
