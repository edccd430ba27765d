import {
  formatMoney,
  frameTexts,
  ordersTexts as texts,
  say,
  sharedCardsTexts,
} from '@comet/texts/operator-console';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, rows, sure, time, type OperatorSession } from '../page.ts';
import { orderRows } from './customers.ts';

export async function orderList(db: Database): Promise<Html> {
  return html`<h1>${texts.headline}</h1><p><a href="/ops/shared-cards">${sharedCardsTexts.link}</a></p>${await orderRows(db)}`;
}

/** Returns null if the order does not exist. */
export async function orderPage(
  db: Database,
  operatorSession: OperatorSession,
  id: string,
): Promise<Html | null> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select(['number', 'kind', 'state', 'totalAmount', 'currency', 'method', 'provider', 'userId', 'email'])
    .select(['orders.createdAt', 'paidAt', 'refundedAt', 'couponCode'])
    .where('orders.id', '=', id)
    .executeTakeFirst();
  if (order === undefined) return null;
  const [entries, refunds] = await Promise.all([
    db
      .selectFrom('ledgerEntries')
      .select(['kind', 'reference', 'amount', 'currency', 'happenedAt'])
      .where('orderId', '=', id)
      .orderBy('happenedAt')
      .execute(),
    db.selectFrom('refunds').selectAll().where('orderId', '=', id).execute(),
  ]);
  const known = { order: id };
  const kind = order.kind.replaceAll('_', ' ');
  const total = formatMoney({ amount: order.totalAmount, currency: order.currency });
  const method = order.method ?? frameTexts.nothing;
  const provider = order.provider ?? texts.noProvider;
  return html`<h1 class="word">${say(texts.title, { kind, total })}</h1>
<dl><dt>${texts.number}</dt><dd><code>${order.number}</code></dd><dt>${texts.customer}</dt><dd><a href="/ops/customers/${order.userId}">${order.email}</a></dd>
<dt>${texts.state}</dt><dd>${order.state}</dd><dt>${texts.paidBy}</dt><dd>${say(texts.byProvider, { method, provider })}</dd>
<dt>${texts.made}</dt><dd>${time(order.createdAt)}</dd><dt>${texts.paid}</dt><dd>${time(order.paidAt)}</dd>
<dt>${texts.refunded}</dt><dd>${time(order.refundedAt)}</dd><dt>${texts.coupon}</dt><dd>${order.couponCode ?? frameTexts.nothing}</dd></dl>
<h2>${texts.movements.headline}</h2>${rows(
    [texts.movements.kind, texts.movements.reference, texts.movements.amount, texts.movements.when],
    entries.map((entry) => [
      entry.kind.replaceAll('_', ' '),
      html`<code>${entry.reference ?? frameTexts.nothing}</code>`,
      formatMoney(entry),
      time(entry.happenedAt),
    ]),
    texts.movements.none,
  )}
<h2>${texts.refunds.headline}</h2>${rows(
    [texts.refunds.atPaddle, texts.state, texts.refunds.asked],
    refunds.map(({ adjustmentId, state, askedAt }) => [
      html`<code>${adjustmentId}</code>`,
      state,
      time(askedAt),
    ]),
    texts.refunds.none,
  )}
${
  order.provider === 'coingate'
    ? actionForm(
        operatorSession,
        'refund-crypto',
        known,
        html`${sure}<button class="danger">${texts.refundCoins}</button>`,
      )
    : actionForm(
        operatorSession,
        'refund',
        known,
        html`${sure}<button class="danger">${texts.refund}</button>`,
      )
}`;
}
