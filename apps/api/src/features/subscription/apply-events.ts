import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema, SubscriptionItem } from '../../platform/database/schema.ts';
import { type JobQueue, jobKind } from '../../platform/jobs/jobs.ts';
import type { Revoke } from '../gateways/index.ts';
import { hasAccess } from './access.store.ts';
import type { ProviderEvent } from './provider-event.ts';
import { type SubscriptionFacts, subscriptionOf } from './subscription-of-events.ts';
import { withFreeDays } from './with-free-days.ts';

type Order = Selectable<Schema['orders']> & { readonly item: SubscriptionItem };

/** Tells the provider when a subscription's next payment is due, where it thinks of another day. */
export const moveNextPayment = jobKind<{ subscriptionId: string }>('subscription.move-next-payment', {
  retries: 30,
  firstPause: 5,
});

export interface Applied {
  /** The subscription was not there before. */
  readonly isNew: boolean;
  /** Payments that were not known yet and buy nothing, because the days were given up before. */
  readonly paidInVain: readonly string[];
}

/**
 * Brings an order and its subscription into line with all that the provider has said. The order must be locked. Access that ends
 * by this is revoked on the gateways in the same transaction, unless another subscription goes on giving it.
 *
 * Days that were given up with the account stay given up, whatever the provider says: `deletedAt` is when the order's account was
 * deleted, if it was.
 */
export async function applyEvents(
  deps: { readonly jobs: JobQueue; readonly revoke: Revoke },
  trx: DatabaseTransaction,
  order: Order,
  events: readonly ProviderEvent[],
  { now, deletedAt }: { readonly now: Date; readonly deletedAt: Date | null },
): Promise<Applied> {
  const said = subscriptionOf(order.item, events);
  if (said === null) return { isNew: false, paidInVain: [] };
  const before = await trx
    .selectFrom('subscriptions')
    .select(['id', 'accessUntil', 'endedAt', 'nextPaymentRequestedAt', 'forfeitedAt'])
    .where('orderId', '=', order.id)
    .forUpdate()
    .executeTakeFirst();
  const forfeitedAt = before?.forfeitedAt ?? deletedAt;
  const paid = forfeitedAt === null ? said : withoutForfeited(said, forfeitedAt);
  const facts = await withFreeDays(trx, { userId: order.userId, orderId: order.id }, paid);
  await markPaid(trx, order, facts, events, now);
  const hadAccess = before !== undefined && before.endedAt === null && before.accessUntil > now;
  const hasEnded = facts.accessUntil <= now;
  const requested = before?.nextPaymentRequestedAt ?? null;
  const mustMove = !hasEnded && isElsewhere(facts) && requested?.getTime() !== facts.nextPaymentAt?.getTime();

  const values = {
    state: hasEnded && facts.state !== 'refunded' ? ('expired' as const) : facts.state,
    paddleSubscriptionId: facts.providerSubscriptionId,
    startedAt: facts.startedAt,
    paidUntil: paid.activeUntil,
    activeUntil: facts.activeUntil,
    accessUntil: facts.accessUntil,
    nextPaymentAmount: facts.nextPaymentAt === null ? null : order.item.priceAmount,
    nextPaymentAt: facts.nextPaymentAt,
    paymentKind: facts.method?.kind ?? order.method,
    paymentLastDigits: facts.method?.lastDigits ?? null,
    nextPaymentRequestedAt: mustMove ? facts.nextPaymentAt : requested,
    endedAt: hasEnded ? (before?.endedAt ?? now) : null,
    forfeitedAt,
  };
  const { id } = await trx
    .insertInto('subscriptions')
    .values({
      ...values,
      userId: order.userId,
      orderId: order.id,
      planId: order.item.planId,
      months: order.item.months,
      currency: order.currency,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await recordGrants(trx, order, id, facts, now);
  if (mustMove) await deps.jobs.enqueue(trx, moveNextPayment, { subscriptionId: id });
  if (hadAccess && hasEnded && !(await hasAccess(trx, order.userId, now))) {
    await deps.revoke(trx, { userId: order.userId, slot: null });
  }
  return { isNew: before === undefined, paidInVain: forfeitedAt === null ? [] : added };
}

/** True where the provider would charge on another day than the one on which the next payment is due. */
function isElsewhere(facts: SubscriptionFacts): boolean {
  const { state, providerSubscriptionId, nextPaymentAt, providerChargesAt } = facts;
  if (state !== 'active' && state !== 'trialing') return false;
  if (providerSubscriptionId === null || nextPaymentAt === null) return false;
  return providerChargesAt?.getTime() !== nextPaymentAt.getTime();
}

/** No day counts after those that remained were given up, and none is to be paid. */
function withoutForfeited(facts: SubscriptionFacts, forfeitedAt: Date): SubscriptionFacts {
  const end = (until: Date) => new Date(Math.min(until.getTime(), forfeitedAt.getTime()));
  return {
    ...facts,
    activeUntil: end(facts.activeUntil),
    accessUntil: end(facts.accessUntil),
    nextPaymentAt: null,
  };
}

async function markPaid(
  trx: DatabaseTransaction,
  order: Order,
  facts: SubscriptionFacts,
  events: readonly ProviderEvent[],
  now: Date,
): Promise<void> {
  const payment = events.find(
    (event) => event.type === 'payment_completed' && event.transactionId === order.paddleTransactionId,
  );
  const wasRefunded = events.some(
    (event) => event.type === 'payment_refunded' && event.transactionId === order.paddleTransactionId,
  );
  await trx
    .updateTable('orders')
    .set({
      state: wasRefunded ? 'refunded' : 'paid',
      paidAt: order.paidAt ?? facts.startedAt ?? now,
      taxAmount: payment?.type === 'payment_completed' ? payment.tax : order.taxAmount,
    })
    .where('id', '=', order.id)
    .execute();
}

/** The ledger of what was paid for; its key is the payment, so a repeat adds nothing. The payments that it did not have yet. */
async function recordGrants(
  trx: DatabaseTransaction,
  order: Order,
  subscriptionId: string,
  facts: SubscriptionFacts,
  now: Date,
): Promise<readonly string[]> {
  const added = await trx
    .insertInto('subscriptionGrants')
    .values(
      facts.grants.map((grant) => ({
        provider: order.provider ?? 'paddle',
        transactionId: grant.transactionId,
        subscriptionId,
        kind: grant.kind,
        startsAt: grant.from,
        endsAt: grant.until,
        freeMonths: grant.freeMonths,
        amount: grant.amount,
        currency: grant.currency,
        grantedAt: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'transactionId']).doNothing())
    .returning('transactionId')
    .execute();
  return added.map(({ transactionId }) => transactionId);
}
