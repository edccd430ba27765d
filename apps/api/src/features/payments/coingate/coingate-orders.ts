import type { Clock } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
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

/**
 * Queries every order that has been open for two minutes, because its callback may be lost, and hourly those that expired in the last week:
 * late payments are honoured.
 */
export async function reconcileCoingate(deps: CoingateOrderDeps): Promise<void> {
  const now = deps.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const isHourly = now.getUTCMinutes() === 23;
  const open = await deps.db
    .selectFrom('orders')
    .select('coingateOrderId')
    .where('provider', '=', 'coingate')
    .where('processingAt', '<', before(2 * minuteMs))
    .where((where) =>
      where.or([
        where('state', '=', 'processing'),
        ...(isHourly
          ? [
              where.and([
                where('state', 'in', ['expired', 'failed']),
                where('processingAt', '>', before(7 * dayMs)),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('processingAt')
    .limit(200)
    .execute();
  for (const { coingateOrderId } of open) {
    // An order without a response from CoinGate is queried again in the next run.
    if (coingateOrderId !== null) await storeCoingateOrder(deps, coingateOrderId).catch(() => undefined);
  }
}
