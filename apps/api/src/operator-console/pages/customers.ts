import { randomUUID } from 'node:crypto';
import {
  customersTexts as texts,
  formatMoney,
  frameTexts,
  ordersTexts,
  ticketsTexts,
} from '@comet/texts/operator-console';
import { isId } from '../../features/operator/index.ts';
import { hasOrder } from '../../features/orders/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, rows, sure, time, type OperatorSession } from '../page.ts';
import { auditRows } from './audit.ts';

const { plans: plansTexts } = texts;

export async function customerList(db: Database, wanted: string): Promise<Html> {
  const like = `%${wanted.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found =
    wanted === ''
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'email', 'createdAt', 'verifiedAt', 'deletedAt'])
          .where((of) =>
            isId(wanted) ? of('id', '=', wanted) : of.or([of('email', 'like', like), hasOrder(wanted)]),
          )
          .orderBy('createdAt', 'desc')
          .limit(50)
          .execute();
  return html`<h1>${texts.headline}</h1>
<form class="act" method="get" action="/ops/customers" role="search"><label>${texts.wanted} <input name="q" value="${wanted}" size="40" maxlength="254"></label><button>${texts.find}</button></form>
${rows(
  [texts.email, texts.since, texts.state],
  found.map(({ id, email, createdAt, verifiedAt, deletedAt }) => [
    html`<a href="/ops/customers/${id}">${email}</a>`,
    time(createdAt),
    deletedAt !== null
      ? texts.deletedState
      : verifiedAt === null
        ? texts.unconfirmedState
        : texts.activeState,
  ]),
  wanted === '' ? texts.sayWhom : texts.nobody,
)}`;
}

/** Returns null if the account does not exist. */
export async function customerPage(
  db: Database,
  operatorSession: OperatorSession,
  id: string,
): Promise<Html | null> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (user === undefined) return null;
  const [plans, orders, tickets, audit, stopped] = await Promise.all([
    db
      .selectFrom('subscriptions')
      .select(['planId', 'state', 'source', 'activeUntil', 'nextPaymentAt'])
      .where('userId', '=', id)
      .orderBy('startedAt', 'desc')
      .execute(),
    orderRows(db, id),
    db
      .selectFrom('supportTickets')
      .select(['id', 'subject', 'state', 'changedAt'])
      .where('userId', '=', id)
      .orderBy('changedAt', 'desc')
      .execute(),
    auditRows(db, { userId: id, withReads: true }),
    db
      .selectFrom('dataAccounts')
      .select('stoppedAt')
      .where('userId', '=', id)
      .where('stoppedAt', 'is not', null)
      .executeTakeFirst(),
  ]);
  const customer = { customer: id };
  return html`<h1>${user.email}</h1>
<dl><dt>${texts.id}</dt><dd><code>${id}</code></dd><dt>${texts.since}</dt><dd>${time(user.createdAt)}</dd>
<dt>${texts.address}</dt><dd>${user.verifiedAt === null ? texts.notConfirmed : texts.confirmed}</dd>
<dt>${texts.twoFactor}</dt><dd>${user.twoFactorEnabledAt === null ? texts.off : texts.on}</dd>
${user.deletedAt === null ? null : html`<dt>${texts.deleted}</dt><dd>${time(user.deletedAt)}</dd>`}</dl>
<h2>${plansTexts.headline}</h2>${rows(
    [plansTexts.plan, texts.state, plansTexts.source, plansTexts.activeUntil, plansTexts.nextPayment],
    plans.map((plan) => [
      plan.planId,
      plan.state,
      plan.source,
      time(plan.activeUntil),
      time(plan.nextPaymentAt),
    ]),
    plansTexts.none,
  )}
${actionForm(operatorSession, 'grant-days', { ...customer, form: randomUUID() }, html`<label>${plansTexts.freeDays} <input name="days" inputmode="numeric" size="5" required></label><label>${plansTexts.forTicket} <input name="for" size="36"></label><button class="second">${plansTexts.give}</button>`)}
<h2>${texts.orders}</h2>${orders}
<h2>${texts.metered.headline}</h2>
${metered(operatorSession, customer, stopped?.stoppedAt ?? null)}
<h2>${texts.tickets}</h2>${rows(
    [ticketsTexts.ticket, texts.state, ticketsTexts.changed],
    tickets.map((one) => [
      html`<a href="/ops/tickets/${one.id}">${one.subject}</a>`,
      one.state,
      time(one.changedAt),
    ]),
    texts.noTicket,
  )}
<h2>${texts.trail}</h2>${audit}`;
}

/** The latest orders, of one account or of all; each links to its page. */
export async function orderRows(db: Database, userId?: string): Promise<Html> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select([
      'orders.id',
      'orders.number',
      'kind',
      'state',
      'totalAmount',
      'currency',
      'method',
      'orders.createdAt',
      'email',
    ])
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .orderBy('orders.createdAt', 'desc')
    .limit(100)
    .execute();
  return rows(
    [
      ...[ordersTexts.order, ordersTexts.item, ordersTexts.customer, ordersTexts.state],
      ...[ordersTexts.total, ordersTexts.paidBy, ordersTexts.made],
    ],
    orders.map((order) => [
      html`<a href="/ops/orders/${order.id}"><code>${order.number}</code></a>`,
      ...[
        order.kind.replaceAll('_', ' '),
        order.email,
        order.state,
        formatMoney({ amount: order.totalAmount, currency: order.currency }),
        order.method ?? frameTexts.nothing,
      ],
      time(order.createdAt),
    ]),
    ordersTexts.none,
  );
}

/** The switch for metered traffic, in its current state. */
function metered(
  operatorSession: OperatorSession,
  customer: Readonly<Record<string, string>>,
  stoppedAt: Date | null,
): Html {
  if (stoppedAt === null)
    return actionForm(
      operatorSession,
      'stop-data',
      customer,
      html`${sure}<button class="danger">${texts.metered.stop}</button>`,
    );
  const [before, after] = texts.metered.stopped.split('{time}');
  return html`<p>${before ?? ''}${time(stoppedAt)}${after ?? ''}</p>${actionForm(
    operatorSession,
    'allow-data',
    customer,
    html`<button class="second">${texts.metered.allow}</button>`,
  )}`;
}
