import { randomUUID } from 'node:crypto';
import {
  formatMoney,
  frameTexts,
  ordersTexts as texts,
  pendingRefundsTexts,
  formatText,
  sharedCardsTexts,
} from '@comet/texts/operator-console';
import type { Money } from '@comet/foundation';
import { type Html, html } from '../html.ts';
import {
  actionForm,
  card,
  mayOpen,
  type OperatorSession,
  type PageContext,
  rows,
  state,
  confirmation,
  time,
  timeInFull,
  type Tone,
} from '../page.ts';
import { pendingRefunds } from '../../features/refund-requests/index.ts';
import { orderRows, orderState } from './order-rows.ts';
import { stuckOrderCard } from './stuck/stuck-order.ts';

const refundTones: Readonly<Record<'pending' | 'approved' | 'rejected', Tone>> = {
  ...{ pending: 'warn', approved: 'good', rejected: 'bad' },
};

/** The latest orders; drafts are hidden unless they are requested. */
export async function orderList(context: PageContext, withDrafts: boolean): Promise<Html> {
  const { all, explanation, hide, show } = texts.drafts;
  return html`<h1>${texts.headline}</h1>
<p class="lead">${withDrafts ? all : explanation} <a href="${withDrafts ? '/ops/orders' : '/ops/orders?drafts=yes'}">${withDrafts ? hide : show}</a></p>
<div class="card">${await orderRows(context, { withDrafts })}</div>
${mayOpen(context.operatorSession, '/ops/shared-cards') ? html`<p class="lead"><a href="/ops/shared-cards">${sharedCardsTexts.link}</a></p>` : null}`;
}

/** That a refund above the limit waits for a second operator. */
function waitingRefund(
  operatorSession: OperatorSession,
  { amount, currency, requestedBy }: Money & { readonly requestedBy: string },
): Html {
  const sentence = formatText(pendingRefundsTexts.waits, {
    amount: formatMoney({ amount, currency }),
    operator: requestedBy,
  });
  const link = mayOpen(operatorSession, '/ops/refunds')
    ? html` <a href="/ops/refunds">${pendingRefundsTexts.headline}</a>`
    : null;
  return html`<p>${state('warn', sentence)}${link}</p>`;
}

/** Returns null if the order does not exist. */
export async function orderPage(context: PageContext, id: string): Promise<Html | null> {
  const { db, now, operatorSession } = context;
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select(['number', 'kind', 'state', 'totalAmount', 'currency', 'method', 'provider', 'userId', 'email'])
    .select(['orders.createdAt', 'paidAt', 'refundedAt', 'couponCode'])
    .select(['paddleTransactionId', 'coingateOrderId', 'processingAt', 'providerAskedAt', 'providerAnswer'])
    .where('orders.id', '=', id)
    .executeTakeFirst();
  if (order === undefined) return null;
  const [entries, refunds, stuck, pending] = await Promise.all([
    db
      .selectFrom('ledgerEntries')
      .select(['kind', 'reference', 'amount', 'currency', 'happenedAt'])
      .where('orderId', '=', id)
      .orderBy('happenedAt')
      .execute(),
    db.selectFrom('refunds').selectAll().where('orderId', '=', id).execute(),
    stuckOrderCard(context, id, order),
    pendingRefunds(db, now).where('refundRequests.orderId', '=', id).executeTakeFirst(),
  ]);
  const isCrypto = order.provider === 'coingate';
  const kind = texts.kinds[order.kind];
  const total = formatMoney({ amount: order.totalAmount, currency: order.currency });
  const method = order.method === null ? frameTexts.nothing : texts.methods[order.method];
  const provider = order.provider === null ? texts.noProvider : texts.providers[order.provider];
  return html`<h1>${formatText(texts.title, { kind, total })}</h1>
<div class="card"><dl><dt>${texts.number}</dt><dd><code>${order.number}</code></dd><dt>${texts.customer}</dt><dd><a href="/ops/customers/${order.userId}">${order.email}</a></dd>
<dt>${texts.state}</dt><dd>${orderState(order.state)}</dd><dt>${texts.paidBy}</dt><dd>${formatText(texts.byProvider, { method, provider })}</dd>
<dt>${texts.made}</dt><dd>${timeInFull(order.createdAt, now)}</dd><dt>${texts.paid}</dt><dd>${timeInFull(order.paidAt, now)}</dd>
<dt>${texts.refunded}</dt><dd>${timeInFull(order.refundedAt, now)}</dd><dt>${texts.coupon}</dt><dd>${order.couponCode ?? frameTexts.nothing}</dd></dl></div>
${stuck}
${card(
  texts.movements.headline,
  rows(
    [texts.movements.kind, texts.movements.reference, texts.movements.amount, texts.movements.when],
    entries.map((entry) => [
      texts.movements.kinds[entry.kind],
      html`<code>${entry.reference ?? frameTexts.nothing}</code>`,
      formatMoney(entry),
      time(entry.happenedAt, now),
    ]),
    texts.movements.none,
  ),
)}
${card(
  texts.refunds.headline,
  html`${rows(
    [texts.refunds.atPaddle, texts.refunds.amount, texts.state, texts.refunds.asked],
    refunds.map((refund) => [
      html`<code>${refund.adjustmentId}</code>`,
      formatMoney(refund),
      state(refundTones[refund.state], texts.refunds.states[refund.state]),
      time(refund.askedAt, now),
    ]),
    texts.refunds.none,
  )}${pending === undefined ? null : waitingRefund(operatorSession, pending)}${actionForm(operatorSession, isCrypto ? 'refund-crypto' : 'refund', { order: id, form: randomUUID() }, refundFields(isCrypto))}`,
)}`;
}

/** An empty amount refunds what is left of the payment. */
function refundFields(isCrypto: boolean): Html {
  const amount = html`<label>${texts.refunds.part} <input name="amount" inputmode="decimal" size="10" placeholder="${texts.refunds.whole}" pattern="[0-9]+\\.[0-9][0-9]"></label>`;
  if (isCrypto) return html`${amount}${confirmation}<button class="danger">${texts.refundCoins}</button>`;
  return html`${amount}<label>${texts.refunds.effect} <select name="end"><option value="no">${texts.refunds.stays}</option><option value="yes">${texts.refunds.ends}</option></select></label>${confirmation}<button class="danger">${texts.refund}</button>`;
}
