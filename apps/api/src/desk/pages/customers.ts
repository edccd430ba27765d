import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, money, rows, sure, time, type Visit } from '../page.ts';
import { auditRows } from './audit.ts';

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export async function customerList(db: Database, wanted: string): Promise<Html> {
  const like = `%${wanted.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found =
    wanted === ''
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'email', 'createdAt', 'verifiedAt', 'deletedAt'])
          .where((of) => (isId(wanted) ? of('id', '=', wanted) : of('email', 'like', like)))
          .orderBy('createdAt', 'desc')
          .limit(50)
          .execute();
  return html`<h1>Customers</h1>
<form class="act" method="get" action="/ops/customers" role="search"><label>Email address or id <input name="q" value="${wanted}" size="40" maxlength="254"></label><button>Find</button></form>
${rows(
  ['Email', 'Since, UTC', 'State'],
  found.map(({ id, email, createdAt, verifiedAt, deletedAt }) => [
    html`<a href="/ops/customers/${id}">${email}</a>`,
    time(createdAt),
    deletedAt !== null ? 'deleted' : verifiedAt === null ? 'address not confirmed' : 'active',
  ]),
  wanted === '' ? 'Say whom you look for.' : 'Nobody has that address.',
)}`;
}

/** Null where there is no such account. */
export async function customerPage(db: Database, visit: Visit, id: string): Promise<Html | null> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (user === undefined) return null;
  const [plans, orders, tickets, audit] = await Promise.all([
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
    auditRows(db, id),
  ]);
  const customer = { customer: id };
  return html`<h1>${user.email}</h1>
<dl><dt>Id</dt><dd><code>${id}</code></dd><dt>Since, UTC</dt><dd>${time(user.createdAt)}</dd>
<dt>Address</dt><dd>${user.verifiedAt === null ? 'not confirmed' : 'confirmed'}</dd>
<dt>Two-factor</dt><dd>${user.twoFactorEnabledAt === null ? 'off' : 'on'}</dd>
${user.deletedAt === null ? null : html`<dt>Deleted, UTC</dt><dd>${time(user.deletedAt)}</dd>`}</dl>
<h2>Plans</h2>${rows(
    ['Plan', 'State', 'Bought in', 'Active until, UTC', 'Next payment, UTC'],
    plans.map((plan) => [
      plan.planId,
      plan.state,
      plan.source,
      time(plan.activeUntil),
      time(plan.nextPaymentAt),
    ]),
    'No plan yet.',
  )}
${actionForm(visit, 'grant-days', { ...customer, form: randomUUID() }, html`<label>Free days <input name="days" inputmode="numeric" size="5" required></label><label>For ticket <input name="for" size="36"></label><button class="second">Give days</button>`)}
<h2>Orders</h2>${orders}
<h2>Data and proxies</h2>
${actionForm(visit, 'stop-data', customer, html`${sure}<button class="danger">Stop everything metered</button>`)}
${actionForm(visit, 'allow-data', customer, html`<button class="second">Allow it again</button>`)}
<h2>Tickets</h2>${rows(
    ['Ticket', 'State', 'Last change, UTC'],
    tickets.map((one) => [
      html`<a href="/ops/tickets/${one.id}">${one.subject}</a>`,
      one.state,
      time(one.changedAt),
    ]),
    'None.',
  )}
<h2>What was done by hand</h2>${audit}`;
}

/** The latest orders, of one account or of all; each leads to its own page. */
export async function orderRows(db: Database, userId?: string): Promise<Html> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select(['orders.id', 'kind', 'state', 'totalAmount', 'currency', 'method', 'orders.createdAt', 'email'])
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .orderBy('orders.createdAt', 'desc')
    .limit(100)
    .execute();
  return rows(
    ['Order', 'Customer', 'State', 'Total', 'Paid by', 'Made, UTC'],
    orders.map((order) => [
      html`<a class="word" href="/ops/orders/${order.id}">${order.kind.replaceAll('_', ' ')}</a>`,
      ...[order.email, order.state, money(order.totalAmount, order.currency), order.method ?? '–'],
      time(order.createdAt),
    ]),
    'None.',
  );
}
