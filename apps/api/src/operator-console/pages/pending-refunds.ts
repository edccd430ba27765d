import {
  formatMoney,
  frameTexts,
  ordersTexts,
  pendingRefundsTexts as texts,
  formatText,
} from '@comet/texts/operator-console';
import { pendingRefunds } from '../../features/refund-requests/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, card, confirmation, type PageContext, rows, state, time, type Tone } from '../page.ts';
import { countLimit, type OpenWork } from './bounded-count.ts';

const shown = 100;
const tones = { approved: 'good', rejected: 'bad', expired: 'neutral' } as const satisfies Readonly<
  Record<string, Tone>
>;

/** Returns the refunds on which a second operator has to decide. */
export async function refundsToDecide(
  db: Database,
  now: Date,
): Promise<OpenWork<{ readonly title: string; readonly requestedAt: Date }>> {
  const pending = await pendingRefunds(db, now).limit(countLimit).execute();
  return {
    count: pending.length,
    time: pending[0]?.requestedAt ?? null,
    first: pending.slice(0, 3).map(({ amount, currency, requestedBy, requestedAt }) => ({
      title: formatText(texts.entry, { amount: formatMoney({ amount, currency }), operator: requestedBy }),
      requestedAt,
    })),
  };
}

/** Refunds above the limit: those to decide on, and the latest decisions. */
export async function pendingRefundsPage({ db, now, operatorSession }: PageContext): Promise<Html> {
  const [pending, decided] = await Promise.all([
    pendingRefunds(db, now).limit(shown).execute(),
    db
      .selectFrom('refundRequests')
      .innerJoin('orders', 'orders.id', 'refundRequests.orderId')
      .select(['orderId', 'number', 'amount', 'refundRequests.currency', 'requestedBy', 'requestedAt'])
      .select(['refundRequests.state', 'decidedBy', 'decidedAt'])
      .orderBy('requestedAt', 'desc')
      .limit(shown)
      .execute(),
  ]);
  return html`<h1>${texts.headline}</h1><p class="lead">${texts.explanation}</p>
${card(
  texts.waiting,
  rows(
    [texts.amount, ordersTexts.order, ordersTexts.customer, texts.requested, texts.until, texts.decision],
    pending.map((one) => [
      formatMoney(one),
      html`<a href="/ops/orders/${one.orderId}"><code>${one.number}</code></a>`,
      html`<a href="/ops/customers/${one.userId}">${one.email}</a>`,
      html`${one.requestedBy}, ${time(one.requestedAt, now)}`,
      time(one.expiresAt, now),
      one.requestedBy === operatorSession.operator
        ? html`<span class="quiet">${texts.own}</span>`
        : html`${actionForm(operatorSession, 'approve-refund', { request: one.id }, html`${confirmation}<button class="danger">${texts.approve}</button>`)}${actionForm(operatorSession, 'reject-refund', { request: one.id }, html`<button class="second">${texts.reject}</button>`)}`,
    ]),
    texts.none,
  ),
)}
${card(
  texts.decided,
  rows(
    [texts.amount, ordersTexts.order, ordersTexts.state, texts.requested, texts.decidedBy],
    decided.flatMap((one) =>
      one.state === 'pending'
        ? []
        : [
            [
              formatMoney(one),
              html`<a href="/ops/orders/${one.orderId}"><code>${one.number}</code></a>`,
              state(tones[one.state], texts.states[one.state]),
              html`${one.requestedBy}, ${time(one.requestedAt, now)}`,
              one.decidedBy === null
                ? frameTexts.nothing
                : html`${one.decidedBy}, ${time(one.decidedAt, now)}`,
            ],
          ],
    ),
    texts.noneDecided,
  ),
)}`;
}
