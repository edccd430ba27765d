import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, money, rows, sure, time, type Visit } from '../page.ts';
import { orderRows } from './customers.ts';

export async function orderList(db: Database): Promise<Html> {
  return html`<h1>Orders</h1>${await orderRows(db)}`;
}

/** Null where there is no such order. */
export async function orderPage(db: Database, visit: Visit, id: string): Promise<Html | null> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select(['kind', 'state', 'totalAmount', 'currency', 'method', 'provider', 'userId', 'email'])
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
  return html`<h1 class="word">${order.kind.replaceAll('_', ' ')}, ${money(order.totalAmount, order.currency)}</h1>
<dl><dt>Id</dt><dd><code>${id}</code></dd><dt>Customer</dt><dd><a href="/ops/customers/${order.userId}">${order.email}</a></dd>
<dt>State</dt><dd>${order.state}</dd><dt>Paid by</dt><dd>${order.method ?? '–'} (${order.provider ?? 'no provider yet'})</dd>
<dt>Made, UTC</dt><dd>${time(order.createdAt)}</dd><dt>Paid, UTC</dt><dd>${time(order.paidAt)}</dd>
<dt>Refunded, UTC</dt><dd>${time(order.refundedAt)}</dd><dt>Coupon</dt><dd>${order.couponCode ?? '–'}</dd></dl>
<h2>Movements of money</h2>${rows(
    ['Kind', 'Reference', 'Amount', 'When, UTC'],
    entries.map((entry) => [
      entry.kind.replaceAll('_', ' '),
      html`<code>${entry.reference ?? '–'}</code>`,
      money(entry.amount, entry.currency),
      time(entry.happenedAt),
    ]),
    'None yet.',
  )}
<h2>Refunds that were asked for</h2>${rows(
    ['At Paddle', 'State', 'Asked, UTC'],
    refunds.map(({ adjustmentId, state, askedAt }) => [
      html`<code>${adjustmentId}</code>`,
      state,
      time(askedAt),
    ]),
    'None.',
  )}
${
  order.provider === 'coingate'
    ? actionForm(
        visit,
        'refund-crypto',
        known,
        html`${sure}<button class="danger">Record that the coins were sent back</button>`,
      )
    : actionForm(
        visit,
        'refund',
        known,
        html`${sure}<button class="danger">Ask Paddle for the latest payment back</button>`,
      )
}`;
}
