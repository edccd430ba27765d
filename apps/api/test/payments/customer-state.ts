import { hasAccess } from '../../src/features/subscription/index.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';

const columns = [
  ...(['state', 'planId', 'months', 'startedAt', 'paidUntil', 'activeUntil', 'accessUntil'] as const),
  ...(['nextPaymentAt', 'nextPaymentAmount', 'paymentKind', 'paymentLastDigits'] as const),
  'paddleSubscriptionId',
] as const;

/** A customer's state, in a form that is equal for customers with the same history. */
export async function customerStateOf(
  under: ApiUnderTest,
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
) {
  const { db, clock } = under.dependencies;
  const order = db
    .selectFrom('orders')
    .select(['state', 'paidAt', 'refundedAt', 'totalAmount', 'taxAmount', 'failure'])
    .where('id', '=', orderId);
  const subscriptions = db.selectFrom('subscriptions').select(columns).where('userId', '=', userId);
  const grants = db
    .selectFrom('subscriptionGrants')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscriptionGrants.subscriptionId')
    .select(['transactionId', 'kind', 'startsAt', 'endsAt', 'freeMonths', 'amount'])
    .where('userId', '=', userId)
    .orderBy('startsAt')
    .orderBy('transactionId');
  const ledger = db
    .selectFrom('ledgerEntries')
    .select(['kind', 'reference', 'product', 'amount', 'tax', 'currency', 'happenedAt'])
    .where('orderId', '=', orderId)
    .orderBy('kind')
    .orderBy('reference');
  const refunds = db
    .selectFrom('refunds')
    .select(['adjustmentId', 'transactionId', 'state', 'amount', 'askedAt', 'decidedAt'])
    .where('orderId', '=', orderId)
    .orderBy('adjustmentId');
  return {
    access: await hasAccess(db, userId, clock.now()),
    order: await order.executeTakeFirstOrThrow(),
    subscriptions: await subscriptions.execute(),
    grants: await grants.execute(),
    ledger: await ledger.execute(),
    refunds: await refunds.execute(),
  };
}

export type CustomerState = Awaited<ReturnType<typeof customerStateOf>>;

/** Maps the state of a customer with renamed events to the original names. */
export const withoutMark = (state: CustomerState, mark: string) =>
  JSON.parse(
    JSON.stringify(state).replaceAll(new RegExp(`(?<=[0-9a-z]{26})${mark}(?=")`, 'g'), ''),
  ) as unknown;
