import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { expireEmailLinks } from '../email-links/index.ts';
import { isId } from '../operator-commands/index.ts';
import { endSessions, refuseTakenAddress } from '../users/index.ts';
import { accountRecoveredEmail } from './emails.ts';

/**
 * Runs `recover-account EMAIL|ID [NEW-EMAIL]` and returns one sentence about the outcome. Otherwise throws an Error whose message describes
 * what the operator has to do.
 */
export async function recoverByCommand(
  deps: RecoveryDeps,
  given: {
    readonly emailOrId: string | undefined;
    readonly newEmail: string | undefined;
    readonly operator: string;
  },
): Promise<string> {
  const { emailOrId, newEmail, operator } = given;
  if (emailOrId === undefined) throw new Error('Specify an account: recover-account ada@example.org');
  if (newEmail !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(newEmail))
    throw new Error(`Not an email address: ${newEmail}`);
  const [account, ...others] = await recoverableAccounts(deps.db, emailOrId);
  if (account === undefined) throw new Error(`No deleted account can be recovered for ${emailOrId}`);
  if (others.length > 0) throw new Error(severalOf([account, ...others]));
  const recovered = await recoverAccount(deps, {
    id: account.id,
    operator,
    ...(newEmail === undefined ? {} : { newEmail }),
  });
  if (recovered.ok) return `Recovered ${recovered.value.email}. Its owner signs in again and chooses a plan.`;
  if (recovered.error === 'not_found') throw new Error('The account has just been removed or recovered');
  throw new Error(
    `A newer account has confirmed ${newEmail ?? account.email}. Have its owner delete it, or name another address ` +
      `of the owner: recover-account ${account.id} NEW-EMAIL`,
  );
}

function severalOf(accounts: readonly RecoverableAccount[]): string {
  const lines = accounts.map(
    ({ id, createdAt, deletedAt, emailVerified }) =>
      `  ${id}  made ${createdAt.toISOString()}, deleted ${deletedAt.toISOString()}, address ${emailVerified ? '' : 'not '}confirmed`,
  );
  return ['Several deleted accounts have this address. Name one by its id:', ...lines].join('\n');
}

/** A deleted account that is not removed yet. */
interface RecoverableAccount {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  readonly deletedAt: Date;
}

/** Returns the deleted accounts of an email address, or the one with an id; the latest deletion is first. */
async function recoverableAccounts(db: Database, emailOrId: string): Promise<readonly RecoverableAccount[]> {
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

interface RecoveryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/**
 * Undoes a deletion for an operator and records it in the audit trail. Sessions and grants that the deletion ended stay ended. If a newer
 * account has confirmed the address, the operator gives another address of the owner; it counts as confirmed.
 */
export async function recoverAccount(
  deps: RecoveryDeps,
  recovery: { readonly id: string; readonly newEmail?: string; readonly operator: string },
): Promise<Result<{ readonly email: string }, 'not_found' | 'email_taken'>> {
  const now = deps.clock.now();
  const email = recovery.newEmail?.trim().toLowerCase();
  return refuseTakenAddress(deps.db, async (trx) => {
    const account = await trx
      .updateTable('users')
      .set({ deletedAt: null, ...(email === undefined ? {} : { email, verifiedAt: now }) })
      .where('id', '=', recovery.id)
      .where('deletedAt', 'is not', null)
      .returning(['id', 'email', 'verifiedAt'])
      .executeTakeFirst();
    if (account === undefined) return err('not_found');
    await endSessions(trx, account.id);
    // An attacker who locked the owner out may have had a link sent to their own mailbox.
    await expireEmailLinks(trx, { userId: account.id, now });
    const done = { operator: recovery.operator, action: 'recover_account', doneAt: now } as const;
    await trx
      .insertInto('operatorActions')
      .values({ ...done, userId: account.id })
      .execute();
    if (account.verifiedAt !== null)
      await deps.outbox.post(trx, account.email, accountRecoveredEmail(`${deps.dashboardUrl}/login/`));
    return ok({ email: account.email });
  });
}
