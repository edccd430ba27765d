import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { OrderState } from '../../../platform/database/schema.ts';
import type { Coingate, CoingateOrder, CoingateStatus } from '../../../platform/coingate/coingate.ts';
import { type JobQueue, jobKind } from '../../../platform/jobs/jobs.ts';
import type { TicketDeps } from '../../support-tickets/index.ts';
import { storeEvent } from '../inbox/inbox.ts';
import { reportOverpaid } from '../report.ts';
import type { CheckoutEnded, ProviderEvent } from '../../subscription/index.ts';
import type { ReceivedEvent } from '../inbox/received-event.ts';

/**
 * Converts CoinGate's response about an order to a received event. Each status is one event, however often it is queried. A paid order
 * remains paid after a refund: an operator records refunds, because only the operator has the amount sent back.
 */
export function readCoingateOrder(order: CoingateOrder): ReceivedEvent {
  const { id: transactionId, status, createdAt, paidAt } = order;
  const at = paidAt ?? createdAt;
  return {
    eventId: `asked:${transactionId}:${status}${order.isUnderpaid ? ':underpaid' : ''}`,
    eventType: `order.${status}`,
    occurredAt: at,
    transactionId,
    subscriptionId: null,
    event: eventOf(order, at.toISOString()),
  };
}

const isPaid: Readonly<Record<CoingateStatus, boolean>> = {
  new: false,
  pending: false,
  confirming: false,
  invalid: false,
  expired: false,
  canceled: false,
  paid: true,
  refunded: true,
  partially_refunded: true,
};

function eventOf(order: CoingateOrder, at: string): ProviderEvent | null {
  const { id: transactionId, status, priceAmount: amount, priceCurrency: currency } = order;
  if (isPaid[status]) {
    return {
      type: 'payment_completed',
      at,
      transactionId,
      subscriptionId: null,
      priceIds: [],
      amount,
      tax: 0,
      currency,
      period: null,
      method: { kind: 'crypto', lastDigits: null },
    };
  }
  const reason = endOf(order);
  return reason === null ? null : { type: 'checkout_ended', at, transactionId, subscriptionId: null, reason };
}

function endOf({ status, isUnderpaid }: CoingateOrder): CheckoutEnded['reason'] | null {
  if (status !== 'expired' && status !== 'canceled' && status !== 'invalid') return null;
  return isUnderpaid ? 'underpaid' : status;
}

interface CoingateOrderDeps extends TicketDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly coingate: Coingate;
}

/** Queries the status of an order at CoinGate. A callback only triggers this query; its content is not trusted. */
export const queryCoingateOrder = jobKind<{ coingateOrderId: string }>('payments.ask-coingate', {
  retries: 30,
  firstPause: 2,
});

/** Stores CoinGate's response about an order and reports an overpayment to an operator. Throws, to be retried, without a response. */
export async function storeCoingateOrder(deps: CoingateOrderDeps, coingateOrderId: string): Promise<void> {
  const fetched = await deps.coingate.order(coingateOrderId);
  await recordCoingateReply(deps, coingateOrderId, fetched.ok ? fetched.value.status : fetched.error);
  if (!fetched.ok) throw new Error(`Querying an order at CoinGate failed: ${fetched.error}`);
  const { value: order } = fetched;
  await storeEvent(deps, 'coingate', readCoingateOrder(order), { asked: order.id, status: order.status });
  if (order.overpaid !== null) await reportOverpaid(deps, order.id, order.overpaid);
}

async function recordCoingateReply(
  { db, clock }: CoingateOrderDeps,
  coingateOrderId: string,
  reply: string,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ providerAskedAt: clock.now(), providerAnswer: reply })
    .where('coingateOrderId', '=', coingateOrderId)
    .execute();
}

const minuteMs = 60 * 1000;
const dayMs = 24 * 3600 * 1000;

/** Queries at CoinGate in one run. */
const perRun = 200;

/** Queries orders that have been open for two minutes, because their callbacks may be lost. */
export function reconcileCoingate(deps: CoingateOrderDeps): Promise<void> {
  return queryOrders(deps, ['processing'], { olderThanMs: 2 * minuteMs, newerThanMs: null });
}

/** Queries orders that expired or failed in the last week: late payments are honoured. */
export function reconcileLapsedCoingate(deps: CoingateOrderDeps): Promise<void> {
  return queryOrders(deps, ['expired', 'failed'], { olderThanMs: 2 * minuteMs, newerThanMs: 7 * dayMs });
}

/** Queries orders in some states: those first that were never queried, then those whose last query is the longest ago. */
async function queryOrders(
  deps: CoingateOrderDeps,
  states: readonly OrderState[],
  { olderThanMs, newerThanMs }: { readonly olderThanMs: number; readonly newerThanMs: number | null },
): Promise<void> {
  const now = deps.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const found = await deps.db
    .selectFrom('orders')
    .select('coingateOrderId')
    .where('provider', '=', sql.lit('coingate' as const))
    .where('coingateOrderId', 'is not', null)
    .where('state', 'in', states)
    .where('processingAt', '<', before(olderThanMs))
    .$if(newerThanMs !== null, (query) => query.where('processingAt', '>', before(newerThanMs ?? 0)))
    .orderBy('providerAskedAt', (order) => order.asc().nullsFirst())
    .orderBy('processingAt')
    .limit(perRun)
    .execute();
  for (const { coingateOrderId } of found) {
    // An order without a response from CoinGate is queried again in the next run.
    if (coingateOrderId !== null) await storeCoingateOrder(deps, coingateOrderId).catch(() => undefined);
  }
}
