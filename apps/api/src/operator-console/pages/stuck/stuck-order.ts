import { ordersTexts, refusedWebhooksTexts, stuckCauseTexts as texts } from '@comet/texts/operator-console';
import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { type Html, html } from '../../html.ts';
import { actionForm, card, type PageContext, timeInFull } from '../../page.ts';
import { stuckCauseOf, type StuckFacts } from './stuck-cause.ts';

type StuckOrder = Pick<
  Selectable<Schema['orders']>,
  'state' | 'provider' | 'totalAmount' | 'currency' | 'userId' | 'processingAt' | 'paddleTransactionId'
> &
  Pick<Selectable<Schema['orders']>, 'coingateOrderId' | 'providerAskedAt' | 'providerAnswer'>;

const hourMs = 3600 * 1000;
const shownEvents = 50;

/** Why an order's payment is stuck, the provider's ids, and a button that fetches it. Null before a provider has seen the order. */
export async function stuckOrderCard(
  { db, now, operatorSession }: PageContext,
  id: string,
  order: StuckOrder,
): Promise<Html | null> {
  const transactionId = order.paddleTransactionId ?? order.coingateOrderId;
  if (transactionId === null) return null;
  const [events, mismatched, subscription, customer, refund, refused] = await Promise.all([
    eventsOf(db, transactionId),
    db
      .selectFrom('supportTickets')
      .select('id')
      .where('kind', '=', 'payment_mismatch')
      .where('cause', '=', id)
      .where('closedAt', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('subscriptions')
      .select('paddleSubscriptionId')
      .where('orderId', '=', id)
      .executeTakeFirst(),
    db.selectFrom('users').select('paddleCustomerId').where('id', '=', order.userId).executeTakeFirst(),
    db
      .selectFrom('refunds')
      .select(['adjustmentId', 'askedAt'])
      .where('orderId', '=', id)
      .where('state', '=', 'pending')
      .orderBy('askedAt')
      .executeTakeFirst(),
    refusedSince(db, order),
  ]);
  const paid = events.find(({ event }) => (event as { type?: string } | null)?.type === 'payment_completed');
  const facts: StuckFacts = {
    ...{ state: order.state, provider: order.provider, refused },
    total: { amount: order.totalAmount, currency: order.currency },
    mismatch: mismatched === undefined || paid === undefined ? null : sumOf(paid.event),
    events: events.map(({ event, ...rest }) => ({
      ...rest,
      isPayment: (event as { type?: string } | null)?.type === 'payment_completed',
    })),
    ...{ askedAt: order.providerAskedAt, reply: order.providerAnswer, pendingRefund: refund ?? null },
  };
  const cause = stuckCauseOf(facts);
  const subscriptionId =
    subscription?.paddleSubscriptionId ?? events.find((one) => one.subscriptionId !== null)?.subscriptionId;
  const ids = [
    [ordersTexts.transaction, transactionId],
    [texts.subscription, subscriptionId],
    [texts.customer, customer?.paddleCustomerId],
    [texts.event, events.at(-1)?.eventId],
  ] as const;
  return card(
    cause === null ? texts.headline : texts.stuckHeadline,
    html`${cause === null ? null : html`<p class="note wrong">${cause}</p>`}<dl>${ids.map(([term, value]) =>
      typeof value === 'string' ? html`<dt>${term}</dt><dd><code>${value}</code></dd>` : html``,
    )}<dt>${texts.asked}</dt><dd>${order.providerAskedAt === null ? texts.never : html`${timeInFull(order.providerAskedAt, now)} <code>${order.providerAnswer ?? ''}</code>`}</dd></dl>${actionForm(operatorSession, 'fetch-order', { order: id }, html`<button class="second">${texts.fetch}</button>`)}`,
  );
}

/** The events that name the transaction, and those of the subscription that it created; the oldest first. */
function eventsOf(db: Database, transactionId: string) {
  return db
    .selectFrom('providerEvents')
    .select([
      'eventId',
      'eventType',
      'subscriptionId',
      'processedAt',
      'tries',
      'retryAt',
      'lastError',
      'event',
    ])
    .where('transactionId', '=', transactionId)
    .orderBy('receivedAt')
    .limit(shownEvents)
    .execute();
}

function sumOf(event: unknown): { readonly amount: number; readonly currency: string } {
  const { amount, currency } = event as { readonly amount: number; readonly currency: string };
  return { amount, currency };
}

/** A refused notification is not stored, so those of all customers since the checkout was opened are counted. */
async function refusedSince(db: Database, { state, provider, processingAt }: StuckOrder) {
  if (state !== 'processing' || processingAt === null || provider === null) return null;
  const rows = await db
    .selectFrom('refusedWebhooks')
    .select(['reason', 'refusals'])
    .where('hour', '>=', new Date(Math.floor(processingAt.getTime() / hourMs) * hourMs))
    .where('lastAt', '>=', processingAt)
    .where('reason', 'like', `${provider}\\_%`)
    .orderBy('lastAt', 'desc')
    .execute();
  const [latest] = rows;
  if (latest === undefined) return null;
  const labels: Readonly<Record<string, string>> = refusedWebhooksTexts.reasons;
  const count = rows.reduce((sum, { refusals }) => sum + Number(refusals), 0);
  return { count, reason: labels[latest.reason] ?? latest.reason };
}
