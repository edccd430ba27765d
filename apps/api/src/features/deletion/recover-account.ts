import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { expireEmailLinks } from '../email-links/index.ts';
import { isId } from '../operator/index.ts';
import { endSessions, unlessTaken } from '../users/index.ts';
import { accountRecoveredLetter } from './letters.ts';

/** A deleted account that is still there. */
export interface RecoverableAccount {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  readonly deletedAt: Date;
}

/** The deleted accounts of an address, or the one with an id; the one deleted last comes first. */
export async function recoverableAccounts(
  db: Database,
  emailOrId: string,
): Promise<readonly RecoverableAccount[]> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'email', 'verifiedAt', 'createdAt', 'deletedAt'])
    .where('deletedAt', 'is not', null)
    .where(isId(emailOrId) ? 'id' : 'email', '=', emailOrId.trim().toLowerCase())
    .orderBy('deletedAt', 'desc')
    .execute();
  return found.flatMap(({ verifiedAt, deletedAt, ...account }) =>
    deletedAt === null ? [] : [{ ...account, deletedAt, emailVerified: verifiedAt !== null }],
  );
}

export interface RecoveryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/**
 * Undoes a deletion on behalf of an operator, and writes down that it was done. What the deletion ended stays ended. Where a newer
 * account has confirmed the address, the operator names another one that the owner has; it counts as confirmed.
 */
export async function recoverAccount(
  deps: RecoveryDeps,
  recovery: { readonly id: string; readonly newEmail?: string; readonly operator: string },
): Promise<Result<{ readonly email: string }, 'not_found' | 'email_taken'>> {
  const now = deps.clock.now();
  const email = recovery.newEmail?.trim().toLowerCase();
  return unlessTaken(deps.db, async (trx) => {
    const account = await trx
      .updateTable('users')
      .set({ deletedAt: null, ...(email === undefined ? {} : { email, verifiedAt: now }) })
      .where('id', '=', recovery.id)
      .where('deletedAt', 'is not', null)
      .returning(['id', 'email', 'verifiedAt'])
      .executeTakeFirst();
    if (account === undefined) return err('not_found');
    await endSessions(trx, account.id);
    // Whoever shut the owner out may have had a link on its way to a mailbox of their own.
    await expireEmailLinks(trx, { userId: account.id, now });
    const done = { operator: recovery.operator, action: 'recover_account', doneAt: now } as const;
    await trx
      .insertInto('operatorActions')
      .values({ ...done, userId: account.id })
      .execute();
    if (account.verifiedAt !== null)
      await deps.outbox.post(trx, account.email, accountRecoveredLetter(`${deps.dashboardUrl}/login/`));
    return ok({ email: account.email });
  });
}
