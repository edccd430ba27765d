import type { Billing } from '../../platform/paddle/billing.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { queryCoingateOrder } from './coingate/coingate-orders.ts';
import { fetchPayment, fetchRefunds } from './reconcile.ts';
import { type ProcessDeps, processEventById } from './inbox/process-event.ts';

type FetchDeps = ProcessDeps & { readonly billing: Billing; readonly jobs: JobQueue };

/**
 * Reads an order's payment, subscription and refunds at the provider, as the scheduled reconciliation does, and processes the replies at
 * once. Returns Paddle's status of the payment or the failure of the call; `queued` for CoinGate, which a worker queries. Throws if no
 * provider has seen the order, or if a reply cannot be processed.
 */
export async function fetchOrder(deps: FetchDeps, orderId: string): Promise<string> {
  const order = await deps.db
    .selectFrom('orders')
    .select(['id', 'paddleTransactionId', 'coingateOrderId'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (order === undefined) throw new Error(`There is no order ${orderId}`);
  const { paddleTransactionId: transactionId, coingateOrderId } = order;
  if (coingateOrderId !== null) {
    await deps.db
      .transaction()
      .execute((trx) => deps.jobs.enqueue(trx, queryCoingateOrder, { coingateOrderId }));
    return 'queued';
  }
  if (transactionId === null) throw new Error('No payment was begun for this order');
  const reconciling = { ...deps, inquiry: deps.billing };
  const reply = await fetchPayment(reconciling, { id: orderId, transactionId });
  await fetchRefunds(reconciling, transactionId);
  const waiting = await deps.db
    .selectFrom('providerEvents')
    .select('eventId')
    .where('provider', '=', 'paddle')
    .where('transactionId', '=', transactionId)
    .where('processedAt', 'is', null)
    .execute();
  for (const { eventId } of waiting) await processEventById(deps, eventId);
  return reply;
}
