import type { NotNull } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { freeDaysOf, type PaidPeriod, scheduleFreeDays } from '../free-days/index.ts';
import type { SubscriptionFacts } from './subscription-of-events.ts';

/** Returns a subscription with its free days added to the end that its payments give. */
export async function withFreeDays(
  trx: DatabaseTransaction,
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
  facts: SubscriptionFacts,
): Promise<SubscriptionFacts> {
  const given = await freeDaysOf(trx, userId);
  if (given.length === 0) return facts;
  const others = await paidPeriodsOf(trx, userId, orderId);
  const end = scheduleFreeDays([...others, ...periodsOf(orderId, facts)], given).endOf.get(orderId);
  const gain = (end ?? facts.activeUntil).getTime() - facts.activeUntil.getTime();
  const activeUntil = new Date(facts.activeUntil.getTime() + gain);
  return {
    ...facts,
    activeUntil,
    accessUntil: new Date(facts.accessUntil.getTime() + gain),
    // Revoked free days move the payment forward again, so the provider's own date does not count, unless the charge has begun.
    nextPaymentAt:
      facts.nextPaymentAt === null || facts.state === 'past_due' ? facts.nextPaymentAt : activeUntil,
  };
}

/** The entitlements of one subscription as periods. An early end of the last one leaves nothing to extend. */
function periodsOf(subscription: string, facts: SubscriptionFacts): readonly PaidPeriod[] {
  const last = facts.entitlements.at(-1);
  return facts.entitlements.map((entitlement) => {
    const cutShort = facts.state === 'refunded' || facts.activeUntil < entitlement.until;
    const isClosed = entitlement === last && cutShort;
    const { from, boughtUntil, isPlanChange } = entitlement;
    return {
      subscription,
      from,
      boughtUntil,
      isPlanChange,
      until: isClosed ? facts.activeUntil : entitlement.until,
      isClosed,
    };
  });
}

/** Returns an account's stored paid periods, without one order. Subscriptions are named by their orders. */
export async function paidPeriodsOf(
  db: Database | DatabaseTransaction,
  userId: string,
  exceptOrder: string | null,
): Promise<readonly PaidPeriod[]> {
  const rows = await db
    .selectFrom('subscriptionGrants')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscriptionGrants.subscriptionId')
    .innerJoin('orders', 'orders.id', 'subscriptions.orderId')
    .select(['orderId', 'startsAt', 'boughtUntil', 'endsAt', 'isPlanChange'])
    .select(['paidUntil', 'subscriptions.state', 'forfeitedAt'])
    .where('subscriptions.userId', '=', userId)
    .where('returnReason', 'is', null)
    // App store subscriptions have no entitlements here.
    .where('orderId', 'is not', null)
    .$narrowType<{ orderId: NotNull }>()
    .$if(exceptOrder !== null, (query) => query.where('orderId', '!=', exceptOrder ?? ''))
    .execute();
  return rows.map((row) => {
    const wasCutShort = row.state === 'refunded' || row.forfeitedAt !== null || row.paidUntil < row.endsAt;
    const isClosed = wasCutShort && row.paidUntil <= row.endsAt;
    return {
      subscription: row.orderId,
      from: row.startsAt,
      boughtUntil: row.boughtUntil,
      isPlanChange: row.isPlanChange,
      until: isClosed ? row.paidUntil : row.endsAt,
      isClosed,
    };
  });
}
