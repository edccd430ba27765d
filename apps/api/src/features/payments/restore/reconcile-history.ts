import type { Transaction } from '@paddle/paddle-node-sdk';
import type { Coingate, CoingateOrder } from '../../../platform/coingate/coingate.ts';
import type { PaddleHistory } from '../../../platform/paddle/history.ts';
import type { PaymentProvider } from '../../../platform/database/schema.ts';
import { openTicket } from '../../support-tickets/index.ts';
import { readCoingateOrder } from '../coingate/coingate-orders.ts';
import { eventsWithoutOrder, gracePeriodMs, reportEvent } from '../inbox/events-without-order.ts';
import { storeEvent } from '../inbox/inbox.ts';
import { type ProcessDeps, processEventById } from '../inbox/process-event.ts';
import type { ReceivedEvent } from '../inbox/received-event.ts';
import { adjustmentEvent, subscriptionEvent, transactionEvent } from '../paddle/paddle-replies.ts';
import { reportOverpaid } from '../report.ts';
import { type RestoreOutcome, restoreOrder } from './restore-order.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { ProviderEvent } from '../../subscription/index.ts';

export interface ReconcileHistoryDeps extends ProcessDeps {
  readonly paddle: PaddleHistory;
  /** Null without CoinGate's token. */
  readonly coingate: Pick<Coingate, 'ordersSince'> | null;
}

interface FoundEvent {
  readonly provider: PaymentProvider;
  readonly eventType: string;
  /** The provider's id of the transaction, subscription, adjustment or order. */
  readonly id: string;
  readonly occurredAt: string;
}

/** What the providers had since the time, and what was done with it. */
export interface HistoryReport {
  readonly since: string;
  readonly dryRun: boolean;
  /** How many entries the providers listed. */
  readonly listed: {
    readonly transactions: number;
    readonly subscriptions: number;
    readonly adjustments: number;
    readonly coingateOrders: number;
  };
  /** Entries that the database lacked, and that were (or with a dry run would be) processed. */
  readonly processed: readonly FoundEvent[];
  /** Transactions whose order was created again for an existing account. */
  readonly restoredOrders: readonly string[];
  /** Transactions without an order and without an account for one: each has a ticket. */
  readonly withoutOrder: readonly string[];
  /** Subjects of the tickets that this run opened. */
  readonly openedTickets: readonly string[];
}

/** An order at CoinGate accepts coins for a while after it was created. */
const coingatePaymentMs = 24 * 3600 * 1000;

/**
 * Brings the database up to date with what the providers have recorded since a time: stores and processes missing events as if they had
 * arrived as webhooks, creates missing orders of existing accounts, and opens tickets for the rest. Repeating it changes nothing.
 */
export async function reconcileHistory(
  deps: ReconcileHistoryDeps,
  { since, dryRun }: { readonly since: Date; readonly dryRun: boolean },
): Promise<HistoryReport> {
  // All lists first: a provider that does not respond leaves the database as it is.
  const [transactions, subscriptions, adjustments, coins] = [
    listed('Paddle’s transactions', await deps.paddle.transactions(since)),
    listed('Paddle’s subscriptions', await deps.paddle.subscriptions(since)),
    listed('Paddle’s adjustments', await deps.paddle.adjustments(since)),
    await coingateOrders(deps, since),
  ];
  const startedAt = deps.clock.now();
  const processed: FoundEvent[] = [];
  const outcomes = new Map<string, RestoreOutcome>();
  const work = async (provider: PaymentProvider, received: ReceivedEvent, id: string, payload: object) => {
    if (received.event === null || (await isStored(deps.db, provider, received))) return;
    const { eventType, occurredAt, eventId } = received;
    processed.push({ provider, eventType, id, occurredAt: occurredAt.toISOString() });
    if (dryRun) return;
    await storeEvent(deps, provider, received, payload);
    await processEventById(deps, eventId, provider);
  };
  for (const transaction of transactions) {
    const received = transactionEvent(transaction);
    if (received.event === null) continue;
    const { id } = transaction;
    const isMissing = !(await isStored(deps.db, 'paddle', received));
    const outcome = await restore(deps, transaction, dryRun);
    outcomes.set(id, outcome);
    // The restoration has stored and processed it.
    if (outcome === 'restored') {
      const { eventType, occurredAt } = received;
      if (isMissing)
        processed.push({ provider: 'paddle', eventType, id, occurredAt: occurredAt.toISOString() });
    } else await work('paddle', received, id, payloadOf(transaction));
  }
  for (const subscription of subscriptions)
    await work('paddle', subscriptionEvent(subscription), subscription.id, { asked: subscription.id });
  for (const adjustment of adjustments)
    await work('paddle', adjustmentEvent(adjustment), adjustment.id, {
      asked: adjustment.id,
      data: { customer_id: adjustment.customerId },
    });
  for (const order of coins) {
    await work('coingate', readCoingateOrder(order), order.id, { asked: order.id });
    if (!dryRun && order.overpaid !== null) await reportOverpaid(deps, order.id, order.overpaid);
  }
  return {
    ...{ since: since.toISOString(), dryRun, processed },
    listed: {
      transactions: transactions.length,
      subscriptions: subscriptions.length,
      adjustments: adjustments.length,
      coingateOrders: coins.length,
    },
    restoredOrders: idsOf(outcomes, 'restored'),
    withoutOrder: idsOf(outcomes, 'without_order'),
    openedTickets: dryRun ? [] : await openTickets(deps, { since, startedAt, coins }),
  };
}

function idsOf(outcomes: ReadonlyMap<string, RestoreOutcome>, wanted: RestoreOutcome): readonly string[] {
  return [...outcomes].filter(([, outcome]) => outcome === wanted).map(([id]) => id);
}

/** In the format of a webhook, so that a ticket finds the customer in either. */
function payloadOf({ id, customerId }: Transaction): object {
  return { asked: id, data: { customer_id: customerId } };
}

async function restore(
  deps: ReconcileHistoryDeps,
  transaction: Transaction,
  dryRun: boolean,
): Promise<RestoreOutcome> {
  const now = deps.clock.now();
  return deps.db.transaction().execute((trx) => restoreOrder(deps, trx, transaction, { now, dryRun }));
}

async function coingateOrders(
  { coingate }: ReconcileHistoryDeps,
  since: Date,
): Promise<readonly CoingateOrder[]> {
  if (coingate === null) return [];
  const created = new Date(since.getTime() - coingatePaymentMs);
  const orders = listed('CoinGate’s orders', await coingate.ordersSince(created));
  return orders.filter(({ createdAt, paidAt }) => (paidAt ?? createdAt) >= since);
}

type Listed<T> =
  | { readonly ok: true; readonly value: readonly T[] }
  | { readonly ok: false; readonly error: string };

function listed<T>(what: string, result: Listed<T>): readonly T[] {
  if (!result.ok)
    throw new Error(
      `${what} can’t be listed (${result.error}): nothing was changed. Check the provider’s key, and run reconcile again`,
    );
  return result.value;
}

/** Opens tickets for what belongs to no order, and for crypto refunds that are not recorded here. */
async function openTickets(
  deps: ReconcileHistoryDeps,
  given: { readonly since: Date; readonly startedAt: Date; readonly coins: readonly CoingateOrder[] },
): Promise<readonly string[]> {
  const now = deps.clock.now();
  const subjects: string[] = [];
  // Also those that were stored before this run: earlier releases marked them as processed without a ticket.
  for (const each of await eventsWithoutOrder(deps.db, { from: given.since, to: now })) {
    if (Date.parse(each.event.at) > given.startedAt.getTime() - gracePeriodMs) continue;
    const subject = await reportEvent(deps, each, now);
    if (subject !== null) subjects.push(subject);
  }
  for (const order of given.coins) {
    const subject = await reportUnrecordedRefund(deps, order, now);
    if (subject !== null) subjects.push(subject);
  }
  return subjects;
}

/** CoinGate has refunded an order that is still paid here: the operator's record of the refund is lost. */
function reportUnrecordedRefund(
  deps: ReconcileHistoryDeps,
  { id, status }: CoingateOrder,
  now: Date,
): Promise<string | null> {
  if (status !== 'refunded' && status !== 'partially_refunded') return Promise.resolve(null);
  return deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'number', 'userId'])
      .where('coingateOrderId', '=', id)
      .where('state', '=', 'paid')
      .executeTakeFirst();
    if (order === undefined) return null;
    const ticket = {
      userId: order.userId,
      kind: 'crypto_refund_unrecorded',
      cause: order.id,
      subject: `The refund of order ${order.number} at CoinGate is not recorded here`,
      body: 'CoinGate has refunded the order, which is still paid here. Compare the amount at CoinGate, then record it with comet-ops refund-crypto.',
      facts: [
        { term: 'Order', value: order.number },
        { term: 'At the provider', value: id },
        { term: 'State at the provider', value: status },
      ],
    };
    return (await openTicket(deps, trx, ticket, now)) ? ticket.subject : null;
  });
}

/** Returns whether an event with the same content is stored, whether it came as a webhook or from a query. */
async function isStored(
  db: Database,
  provider: PaymentProvider,
  { event, eventId, occurredAt }: ReceivedEvent,
): Promise<boolean> {
  if (event === null) return true;
  const { rows } = await sql`
    select from provider_events
    where provider = ${provider} and (event_id = ${eventId} or ${sameContent(event, occurredAt)}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

function sameContent(event: ProviderEvent, occurredAt: Date) {
  const isType = sql`event ->> 'type' = ${event.type}`;
  switch (event.type) {
    case 'payment_completed':
      return sql<boolean>`(transaction_id = ${event.transactionId} and ${isType})`;
    case 'payment_adjusted':
      return sql<boolean>`(transaction_id = ${event.transactionId} and ${isType}
        and event ->> 'adjustmentId' = ${event.adjustmentId} and event ->> 'status' = ${event.status})`;
    case 'subscription_changed':
      // A webhook is sent after the change that it is about.
      return sql<boolean>`(subscription_id = ${event.subscriptionId} and ${isType}
        and occurred_at >= ${occurredAt})`;
    case 'checkout_ended':
      return sql<boolean>`false`;
  }
}
