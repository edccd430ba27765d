import type { Clock } from '@comet/foundation';
import { isAfter, type PagePosition, positionOf, processPages } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Revoke } from '../gateways/index.ts';
import { hasAccess } from './access.store.ts';

/**
 * Ends subscriptions without remaining access, each in its own transaction. Gateways end sessions at that time on their own, because
 * tickets carry it; this updates the visible state and revokes access that a late ticket may have opened. Returns the number of those found.
 */
export async function expireSubscriptions(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly revoke: Revoke;
}): Promise<number> {
  const now = deps.clock.now();
  const page = (after: PagePosition | null, limit: number) =>
    deps.db
      .selectFrom('subscriptions')
      .select(['id', positionOf('accessUntil').as('position')])
      .where('endedAt', 'is', null)
      .where('accessUntil', '<=', now)
      .where(isAfter('accessUntil', 'id', after))
      .orderBy('accessUntil')
      .orderBy('id')
      .limit(limit)
      .execute();
  return processPages(page, ({ id }) =>
    deps.db.transaction().execute(async (trx) => {
      const ended = await trx
        .updateTable('subscriptions')
        .set({ state: 'expired', endedAt: now, nextPaymentAt: null, nextPaymentAmount: null })
        .where('id', '=', id)
        .where('endedAt', 'is', null)
        .where('accessUntil', '<=', now)
        .returning('userId')
        .executeTakeFirst();
      // A prepaid period may follow this one.
      if (ended !== undefined && !(await hasAccess(trx, ended.userId, now)))
        await deps.revoke(trx, { userId: ended.userId, slot: null });
    }),
  );
}
