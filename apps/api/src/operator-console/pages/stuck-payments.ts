import {
  failingJobsTexts,
  formatMoney,
  frameTexts,
  ordersTexts,
  plural,
  formatText,
  stuckPaymentsTexts as texts,
} from '@comet/texts/operator-console';
import type { Database } from '../../platform/database/database.ts';
import { listFailingEvents } from '../../features/retries/index.ts';
import { type Html, html } from '../html.ts';
import { actionForm, card, mayOpen, type OperatorSession, type PageContext, rows, time } from '../page.ts';
import { countLimit, type OpenWork } from './bounded-count.ts';

const hourMs = 3600 * 1000;
/** Checkouts that are not completed end after 24 hours. */
const processingHours = 25;
const refundDays = 3;
const shown = 100;

/** Returns the payments that did not complete on their own: failing notifications, orders in processing and pending refunds. */
export async function stuckPayments(
  db: Database,
  now: Date,
): Promise<OpenWork<{ readonly to: string; readonly title: string; readonly since: Date }>> {
  const [events, orders, refunds] = await Promise.all([
    listFailingEvents(db, countLimit),
    lateOrders(db, now, countLimit),
    lateRefunds(db, now, countLimit),
  ]);
  const all = [
    ...events.map(({ orderId, tries, receivedAt }) => ({
      to: orderId === null ? '/ops/stuck-payments' : `/ops/orders/${orderId}`,
      title: formatText(plural(tries, texts.events.failed), { count: tries }),
      since: receivedAt,
    })),
    ...orders.map(({ id, kind, processingAt, createdAt, totalAmount: amount, currency }) => ({
      to: `/ops/orders/${id}`,
      title: formatText(ordersTexts.title, {
        kind: ordersTexts.kinds[kind],
        total: formatMoney({ amount, currency }),
      }),
      since: processingAt ?? createdAt,
    })),
    ...refunds.map(({ orderId, amount, currency, askedAt }) => ({
      to: `/ops/orders/${orderId}`,
      title: formatText(ordersTexts.title, {
        kind: texts.refunds.refund,
        total: formatMoney({ amount, currency }),
      }),
      since: askedAt,
    })),
  ].toSorted((one, other) => one.since.getTime() - other.since.getTime());
  return {
    count: Math.min(countLimit, all.length),
    time: all[0]?.since ?? null,
    first: all.slice(0, 3),
  };
}

/** Returns the page with payment events, orders and refunds that need an operator's attention. */
export async function stuckPaymentsPage({ db, now, operatorSession }: PageContext): Promise<Html> {
  const [events, orders, refunds] = await Promise.all([
    listFailingEvents(db, shown),
    lateOrders(db, now, shown),
    lateRefunds(db, now, shown),
  ]);
  const { events: eventTexts, orders: orderTexts, refunds: refundTexts } = texts;
  return html`<h1>${texts.headline}</h1><p class="lead">${texts.explanation}${mayOpen(operatorSession, '/ops/failed-jobs') ? html` <a href="/ops/failed-jobs">${failingJobsTexts.link}</a>` : null}</p>
${card(
  eventTexts.headline,
  html`<p class="quiet">${eventTexts.explanation}</p>${rows(
    [
      ...[eventTexts.event, eventTexts.order, eventTexts.error, eventTexts.tries, eventTexts.received],
      ...[eventTexts.next, eventTexts.action],
    ],
    events.map((event) => [
      html`<code>${event.eventType}</code><small class="mono">${event.eventId}</small>`,
      event.orderId === null
        ? frameTexts.nothing
        : html`<a href="/ops/orders/${event.orderId}">${ordersTexts.order}</a>`,
      event.lastError ?? frameTexts.nothing,
      String(event.tries),
      time(event.receivedAt, now),
      time(event.retryAt, now),
      retryForm(operatorSession, event.eventId, eventTexts.retry),
    ]),
    eventTexts.none,
  )}${repeatedTypes(events).map((type) =>
    retryForm(operatorSession, type, formatText(eventTexts.retryAll, { type })),
  )}`,
)}
${card(
  formatText(orderTexts.headline, { hours: processingHours }),
  html`<p class="quiet">${orderTexts.explanation}</p>${rows(
    [ordersTexts.order, ordersTexts.customer, ordersTexts.total, ordersTexts.made],
    orders.map(({ id, kind, email, userId, totalAmount: amount, currency, createdAt }) => [
      html`<a href="/ops/orders/${id}">${ordersTexts.kinds[kind]}</a>`,
      html`<a href="/ops/customers/${userId}">${email}</a>`,
      formatMoney({ amount, currency }),
      time(createdAt, now),
    ]),
    orderTexts.none,
  )}`,
)}
${card(
  formatText(refundTexts.headline, { days: refundDays }),
  html`<p class="quiet">${refundTexts.explanation}</p>${rows(
    [refundTexts.refund, ordersTexts.order, refundTexts.amount, refundTexts.asked],
    refunds.map((refund) => [
      html`<code>${refund.adjustmentId}</code>`,
      html`<a href="/ops/orders/${refund.orderId}">${ordersTexts.order}</a>`,
      formatMoney(refund),
      time(refund.askedAt, now),
    ]),
    refundTexts.none,
  )}`,
)}`;
}

function retryForm(operatorSession: OperatorSession, event: string, label: string): Html {
  return actionForm(
    operatorSession,
    'retry-event',
    { event },
    html`<button class="second">${label}</button>`,
  );
}

/** The types of which more than one event failed. */
function repeatedTypes(events: readonly { readonly eventType: string }[]): readonly string[] {
  const types = Map.groupBy(events, ({ eventType }) => eventType);
  return [...types].flatMap(([type, own]) => (own.length > 1 ? [type] : []));
}

function lateOrders(db: Database, now: Date, limit: number) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select(['orders.id', 'kind', 'userId', 'email', 'totalAmount', 'currency'])
    .select(['orders.createdAt', 'processingAt'])
    .where('state', '=', 'processing')
    .where('processingAt', '<', new Date(now.getTime() - processingHours * hourMs))
    .orderBy('processingAt')
    .limit(limit)
    .execute();
}

function lateRefunds(db: Database, now: Date, limit: number) {
  return db
    .selectFrom('refunds')
    .select(['adjustmentId', 'orderId', 'amount', 'currency', 'askedAt'])
    .where('state', '=', 'pending')
    .where('askedAt', '<', new Date(now.getTime() - refundDays * 24 * hourMs))
    .orderBy('askedAt')
    .limit(limit)
    .execute();
}
