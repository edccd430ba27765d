import { restoreAllOf } from '../grants/index.ts';
import { readArguments, recordOperatorAction, type CommandArguments } from '../operator-commands/index.ts';
import { abandonCheckouts } from '../orders/index.ts';
import { hasAccess, stopRenewal } from '../subscription/index.ts';
import { endSessions } from '../users/index.ts';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { findAccount } from './find-account.ts';
import type { SupportDeps } from './deps.ts';

const maxReasonLength = 500;

/**
 * Runs `customers ban EMAIL --reason TEXT`: ends the account's sessions, revokes its tunnels and credentials at every gateway, and stops its
 * renewals at Paddle. Signing in is refused with a sentence that names the appeal. The paid period stays, for an unban.
 */
export async function banCustomer(deps: SupportDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['EMAIL'], options: ['reason'] });
  const reason = options.reason?.trim() ?? '';
  if (reason === '' || reason.length > maxReasonLength)
    throw new Error(`Give a reason of at most ${maxReasonLength} characters with --reason`);
  return deps.db.transaction().execute(async (trx) => {
    const { id: userId, email } = await findAccount(trx, named[0] ?? '');
    const now = deps.clock.now();
    if (!(await setBan(trx, userId, { at: now, reason })))
      throw new Error(`${email} is banned already; nothing was changed`);
    await endSessions(trx, userId);
    await abandonCheckouts(deps, trx, userId);
    const { others } = await stopRenewals(deps, trx, userId);
    await recordOperatorAction(trx, { ...deps, action: 'ban_customer', userId, details: { reason }, now });
    await deps.revoke(trx, { userId, slot: null });
    const stores = others > 0 ? ' The store of its app store plan still renews it: cancel it there.' : '';
    return `${email} is banned: signed out everywhere, disconnected, and not charged again.${stores}`;
  });
}

/** Runs `customers unban EMAIL`. A renewal that the ban stopped stays stopped: the customer can resume it in the dashboard. */
export async function unbanCustomer(deps: SupportDeps, args: CommandArguments): Promise<string> {
  const { named } = readArguments(args, { positions: ['EMAIL'], options: [] });
  return deps.db.transaction().execute(async (trx) => {
    const { id: userId, email } = await findAccount(trx, named[0] ?? '');
    const now = deps.clock.now();
    if (!(await setBan(trx, userId, null))) throw new Error(`${email} isn’t banned; nothing was changed`);
    await recordOperatorAction(trx, { ...deps, action: 'unban_customer', userId, details: {}, now });
    const isActive = await hasAccess(trx, userId, now);
    if (isActive) await restoreAllOf(trx, userId, now);
    const plan = isActive ? ' The plan doesn’t renew unless the customer resumes it in the dashboard.' : '';
    return `${email} can sign in again.${plan}`;
  });
}

/** Locks the account's row, so that a concurrent sign-in is either ended or refused; returns false if this is its state already. */
async function setBan(
  trx: DatabaseTransaction,
  userId: string,
  ban: { readonly at: Date; readonly reason: string } | null,
): Promise<boolean> {
  const changed = await trx
    .updateTable('users')
    .set({ bannedAt: ban?.at ?? null, banReason: ban?.reason ?? null })
    .where('id', '=', userId)
    .where('bannedAt', ban === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Cancels Paddle's subscriptions at the end of their period; returns how many others renew by themselves. */
async function stopRenewals(
  deps: SupportDeps,
  trx: DatabaseTransaction,
  userId: string,
): Promise<{ readonly others: number }> {
  const known = await trx
    .selectFrom('subscriptions')
    .select(['paddleSubscriptionId', 'source', 'state', 'endedAt'])
    .where('userId', '=', userId)
    .execute();
  for (const { paddleSubscriptionId: providerSubscriptionId } of known)
    if (providerSubscriptionId !== null)
      await deps.jobs.enqueue(trx, stopRenewal, { providerSubscriptionId });
  const others = known.filter(
    ({ source, state, endedAt }) => source !== 'web' && endedAt === null && state !== 'cancelled',
  ).length;
  return { others };
}
