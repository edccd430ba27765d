import { api, type ReplyOf } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { route } from '../../platform/http/route.ts';

type ShownSubscription = ReplyOf<typeof api.showSubscription>['subscription'];

export const showSubscriptionRoute = (deps: { readonly db: Database; readonly clock: Clock }) =>
  route(api.showSubscription, async ({ caller }) => {
    // The one that gives access for the longest; a past one where none does.
    const found = await deps.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('userId', '=', caller.id)
      .orderBy((order) => order('endedAt', 'is', null), 'desc')
      .orderBy('accessUntil', 'desc')
      .limit(1)
      .executeTakeFirst();
    return ok({ subscription: found === undefined ? null : present(found, deps.clock.now()) });
  });

function present(row: Selectable<Schema['subscriptions']>, now: Date): ShownSubscription {
  const { currency, nextPaymentAmount, nextPaymentAt, paymentKind } = row;
  const isOver = row.endedAt === null && row.accessUntil <= now;
  return {
    id: row.id,
    state: isOver ? 'expired' : row.state,
    source: row.source,
    planId: row.planId,
    months: row.months,
    startedAt: row.startedAt.toISOString(),
    // While a payment is due, what is paid for is over, and the week's grace is what counts.
    activeUntil: (row.state === 'past_due' ? row.accessUntil : row.activeUntil).toISOString(),
    nextPayment:
      isOver || nextPaymentAmount === null || nextPaymentAt === null
        ? null
        : { amount: { amount: nextPaymentAmount, currency }, at: nextPaymentAt.toISOString() },
    paymentMethod: paymentKind === null ? null : { kind: paymentKind, lastDigits: row.paymentLastDigits },
  };
}
