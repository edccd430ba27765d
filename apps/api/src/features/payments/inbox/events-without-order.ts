import { formatMoney } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { PaymentProvider } from '../../../platform/database/schema.ts';
import type { ProviderEvent } from '../../subscription/index.ts';
import { openTicket, type Ticket, type TicketDeps } from '../../support-tickets/index.ts';
import { traceIn } from './trace-context.ts';

/** An event about money or a cancellation that belongs to no order. */
interface EventWithoutOrder {
  readonly provider: PaymentProvider;
  readonly eventId: string;
  readonly event: ProviderEvent;
  /** The provider's customer, where the provider has sent it. */
  readonly customer: string | null;
}

type WithoutOrderDeps = TicketDeps & { readonly db: Database };

const minuteMs = 60 * 1000;

/** The provider can report a charge before the call that made it has returned its transaction to us. */
export const gracePeriodMs = 2 * minuteMs;
const recentMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;
/** Arrivals of one statement. */
const stepMs = 30 * minuteMs;

/**
 * Opens a ticket for each payment, refund, chargeback and cancellation that the provider has reported in the last minutes and that belongs
 * to no order, for example after the database was restored from a backup. Events of purged accounts are left out.
 */
export async function reportEventsWithoutOrder(
  deps: WithoutOrderDeps,
  now: Date,
  windowMs: number = recentMs,
): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  for (let from = windowMs; from > gracePeriodMs; from -= stepMs) {
    const to = Math.max(gracePeriodMs, from - stepMs);
    const found = await eventsWithoutOrder(deps.db, { from: before(from), to: before(to) });
    for (const each of found) await reportEvent(deps, each, now);
  }
}

/** The same for the last day: an event whose processing was delayed, or whose payment arrived after it. */
export const reportEventsOfDay = (deps: WithoutOrderDeps, now: Date): Promise<void> =>
  reportEventsWithoutOrder(deps, now, dayMs);

/** Opens the ticket of one event, once; returns its subject, or null if an order has appeared meanwhile or the ticket exists. */
export function reportEvent(
  deps: WithoutOrderDeps,
  given: EventWithoutOrder,
  now: Date,
): Promise<string | null> {
  const ticket = ticketOf(given);
  return deps.db.transaction().execute(async (trx) => {
    const { transactionId } = given.event;
    if (transactionId !== null) {
      await lockTransaction(trx, transactionId);
      const order = await trx
        .selectFrom('orders')
        .select('id')
        .where('paddleTransactionId', '=', transactionId)
        .executeTakeFirst();
      if (order !== undefined) return null;
    }
    return (await openTicket(deps, trx, ticket, now)) ? ticket.subject : null;
  });
}

/** Serialises the report of a transaction without an order with the restoration of its order. */
export async function lockTransaction(trx: DatabaseTransaction, transactionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order of ${transactionId}`}, 0))`.execute(trx);
}

const paymentKind = 'payment_without_order';

/** Closes the ticket of a payment whose order was restored. */
export async function closeReport(
  trx: DatabaseTransaction,
  { provider, transactionId }: { readonly provider: PaymentProvider; readonly transactionId: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('supportTickets')
    .set({ state: 'closed', changedAt: now, closedAt: now })
    .where('kind', '=', paymentKind)
    .where('cause', '=', `${provider}:${transactionId}`)
    .where('closedAt', 'is', null)
    .execute();
}

/**
 * Returns the events received in a period that need an operator. Of subscriptions only cancellations are listed, and only those of which
 * there is a payment: the events of purged accounts are deleted, so theirs have none.
 */
export async function eventsWithoutOrder(
  db: Database,
  received: { readonly from: Date; readonly to: Date },
): Promise<readonly EventWithoutOrder[]> {
  const { rows } = await sql<EventWithoutOrder>`
    select e.provider, e.event_id as "eventId", e.event, e.payload -> 'data' ->> 'customer_id' as customer
    from provider_events e
    where e.received_at >= ${received.from} and e.received_at <= ${received.to} and e.event is not null
      and case e.event ->> 'type'
        when 'payment_completed' then true
        when 'payment_adjusted' then e.event ->> 'status' in ('pending', 'approved')
        when 'subscription_changed' then (e.event ->> 'status' = 'canceled' or e.event ->> 'cancelsAt' is not null)
          and exists (
            select from provider_events paid
            where paid.subscription_id = e.subscription_id and paid.event ->> 'type' = 'payment_completed')
        else false
      end
      and not exists (
        select from orders o where e.provider = 'paddle' and o.paddle_transaction_id = e.transaction_id)
      and not exists (
        select from orders o where e.provider = 'coingate' and o.coingate_order_id = e.transaction_id)
      and not exists (
        select from provider_events own join orders o on o.paddle_transaction_id = own.transaction_id
        where own.subscription_id = e.subscription_id and o.kind in ('subscription', 'plan_change'))
      and not exists (
        select from ledger_entries l
        where l.provider = e.provider and l.kind = 'payment'
          and l.reference in (e.transaction_id, ${traceIn(sql.ref('e.transaction_id'))}))
      and not exists (
        select from archived_references a
        where a.provider = e.provider and a.kind = 'payment' and a.reference = ${traceIn(sql.ref('e.transaction_id'))})
    order by e.occurred_at, e.event_id`.execute(db);
  return rows;
}

function ticketOf({ provider, event, customer }: EventWithoutOrder): Ticket {
  const facts = [
    { term: 'Provider', value: provider },
    ...fact('Transaction', event.transactionId),
    ...fact('Subscription', event.subscriptionId),
    ...fact('Customer at the provider', customer),
    { term: 'Time', value: event.at },
  ];
  const none = { userId: null };
  switch (event.type) {
    case 'payment_completed':
      return {
        ...none,
        kind: paymentKind,
        cause: `${provider}:${event.transactionId}`,
        subject: `A payment of ${formatMoney(event)} has no order`,
        body: 'The provider has a payment of which there is no order here, and perhaps no account: it was made after the time to which the database was restored. Run comet-ops reconcile. If the ticket stays open, find the customer at the provider by the ids below, and refund the payment there or ask the customer to sign up again and grant the days.',
        facts,
      };
    case 'payment_adjusted':
      return {
        ...none,
        kind: 'adjustment_without_order',
        cause: event.adjustmentId,
        subject: `A ${event.action.replace('_', ' ')} of ${formatMoney(event)} has no order`,
        body: 'The provider has returned money of a payment of which there is no order here. Compare both at the provider: nothing was ended here for it.',
        facts: [{ term: 'Adjustment', value: event.adjustmentId }, ...facts],
      };
    case 'subscription_changed':
    case 'checkout_ended':
      return {
        ...none,
        kind: 'cancellation_without_order',
        cause: event.subscriptionId ?? event.transactionId ?? '',
        subject: 'A cancelled subscription has no order',
        body: 'The customer has cancelled a subscription of which there is no order here. Its payment has a ticket of its own.',
        facts,
      };
  }
}

function fact(term: string, value: string | null): Ticket['facts'] {
  return value === null ? [] : [{ term, value }];
}
