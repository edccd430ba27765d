import { randomUUID } from 'node:crypto';
import {
  customersTexts as texts,
  ordersTexts,
  plural,
  formatText,
  ticketsTexts,
} from '@comet/texts/operator-console';
import type { SubscriptionState } from '../../platform/database/schema.ts';
import { findCustomers, newestCustomers } from '../find.ts';
import { type Html, html } from '../html.ts';
import {
  actionCard,
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
import { auditRows } from './audit.ts';
import { orderRows } from './order-rows.ts';
import { ticketState } from './tickets.ts';

const { plans: plansTexts } = texts;
const shownCustomers = 50;

/** Accounts by the start of their email or by id; the newest without a search. */
export async function customerList({ db, now }: PageContext, searched: string): Promise<Html> {
  const found =
    searched === ''
      ? await newestCustomers(db, shownCustomers)
      : await findCustomers(db, searched, shownCustomers);
  return html`<h1>${texts.headline}</h1>
<form class="act" method="get" action="/ops/customers" role="search" aria-label="${texts.headline}"><label>${texts.wanted} <input name="q" value="${searched}" size="40" maxlength="254" autocapitalize="none" spellcheck="false"></label><button>${texts.find}</button></form>
<section class="card">${searched === '' ? html`<h2>${texts.latest}</h2>` : null}${rows(
    [texts.email, texts.state, texts.since],
    found.map((customer) => {
      const { tone, label } = customerState(customer);
      return [
        html`<a href="/ops/customers/${customer.id}">${customer.email}</a>`,
        state(tone, label),
        time(customer.createdAt, now),
      ];
    }),
    texts.nobody,
  )}</section>`;
}

const planTones: Readonly<Record<SubscriptionState, Tone>> = {
  ...{ trialing: 'good', active: 'good', past_due: 'bad' },
  ...{ cancelled: 'warn', refunded: 'neutral', expired: 'neutral' },
};

/** Everything about one account; its drafts are hidden unless they are requested. Null if the account does not exist. */
export async function customerPage(
  context: PageContext,
  id: string,
  withDrafts: boolean,
): Promise<Html | null> {
  const { db, now, operatorSession } = context;
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (user === undefined) return null;
  const [plans, orders, tickets, audit, stopped] = await Promise.all([
    db
      .selectFrom('subscriptions')
      .select(['months', 'state', 'source', 'activeUntil', 'nextPaymentAt'])
      .where('userId', '=', id)
      .orderBy('startedAt', 'desc')
      .execute(),
    orderRows(context, { userId: id, withDrafts }),
    db
      .selectFrom('supportTickets')
      .select(['id', 'subject', 'state', 'changedAt'])
      .where('userId', '=', id)
      .orderBy('changedAt', 'desc')
      .limit(100)
      .execute(),
    mayOpen(operatorSession, '/ops/audit') ? auditRows(context, { userId: id, withReads: true }) : null,
    db
      .selectFrom('dataAccounts')
      .select('stoppedAt')
      .where('userId', '=', id)
      .where('stoppedAt', 'is not', null)
      .executeTakeFirst(),
  ]);
  const customer = { customer: id };
  const drafts = withDrafts
    ? html`<a class="small" href="/ops/customers/${id}">${ordersTexts.drafts.hide}</a>`
    : html`<a class="small" href="/ops/customers/${id}?drafts=yes">${ordersTexts.drafts.show}</a>`;
  return html`<h1>${user.email}</h1>
<div class="card"><dl><dt>${texts.since}</dt><dd>${timeInFull(user.createdAt, now)}</dd>
<dt>${texts.address}</dt><dd>${user.verifiedAt === null ? state('warn', texts.notConfirmed) : state('good', texts.confirmed)}</dd>
${user.bannedAt === null ? null : html`<dt>${texts.ban.headline}</dt><dd>${state('bad', texts.bannedState)} ${timeInFull(user.bannedAt, now)}</dd>`}
<dt>${texts.twoFactor}</dt><dd>${user.twoFactorEnabledAt === null ? texts.off : texts.on}</dd>
${user.deletedAt === null ? null : html`<dt>${texts.deleted}</dt><dd>${timeInFull(user.deletedAt, now)}</dd>`}
<dt>${texts.id}</dt><dd><code>${id}</code></dd></dl></div>
${card(
  plansTexts.headline,
  html`${rows(
    [plansTexts.plan, texts.state, plansTexts.source, plansTexts.activeUntil, plansTexts.nextPayment],
    plans.map((plan) => [
      formatText(plural(plan.months, plansTexts.length), { count: plan.months }),
      state(planTones[plan.state], plansTexts.states[plan.state]),
      plansTexts.sources[plan.source],
      time(plan.activeUntil, now),
      time(plan.nextPaymentAt, now),
    ]),
    plansTexts.none,
  )}${actionForm(operatorSession, 'grant-days', { ...customer, form: randomUUID() }, html`<label>${plansTexts.freeDays} <input name="days" inputmode="numeric" size="5" required></label><label>${plansTexts.forTicket} <input name="for" size="36"></label><button class="second">${plansTexts.give}</button>`)}`,
)}
<section class="card"><div class="head"><h2>${texts.orders}</h2>${drafts}</div>${orders}</section>
${card(
  texts.tickets,
  rows(
    [ticketsTexts.ticket, texts.state, ticketsTexts.changed],
    tickets.map((one) => [
      html`<a href="/ops/tickets/${one.id}">${one.subject}</a>`,
      ticketState(one.state),
      time(one.changedAt, now),
    ]),
    texts.noTicket,
  ),
)}
${user.deletedAt !== null || user.verifiedAt === null ? null : actionCard(operatorSession, ['ban-customer', 'unban-customer'], texts.ban.headline, banForm(operatorSession, customer, user, now))}
${actionCard(operatorSession, ['stop-data', 'allow-data'], texts.metered.headline, metered(operatorSession, customer, stopped?.stoppedAt ?? null, now))}
${audit === null ? null : card(texts.trail, audit)}`;
}

/** Bans an account, or lifts its ban. */
function banForm(
  operatorSession: OperatorSession,
  customer: Readonly<Record<string, string>>,
  { bannedAt, banReason }: { readonly bannedAt: Date | null; readonly banReason: string | null },
  now: Date,
): Html {
  if (bannedAt === null)
    return html`<p>${texts.ban.means}</p>${actionForm(
      operatorSession,
      'ban-customer',
      customer,
      html`<label>${texts.ban.reason} <input name="reason" size="40" maxlength="500" required></label>${confirmation}<button class="danger">${texts.ban.ban}</button>`,
    )}`;
  const [before = '', after = ''] = texts.ban.banned.split('{time}');
  return html`<p>${before}${time(bannedAt, now)}${after}</p><p>${formatText(texts.ban.because, { reason: banReason ?? '' })}</p><p>${texts.ban.unbanMeans}</p>${actionForm(
    operatorSession,
    'unban-customer',
    customer,
    html`<button class="second">${texts.ban.unban}</button>`,
  )}`;
}

/** The switch for metered traffic, in its current state. */
function metered(
  operatorSession: OperatorSession,
  customer: Readonly<Record<string, string>>,
  stoppedAt: Date | null,
  now: Date,
): Html {
  if (stoppedAt === null)
    return actionForm(
      operatorSession,
      'stop-data',
      customer,
      html`${confirmation}<button class="danger">${texts.metered.stop}</button>`,
    );
  const [before, after] = texts.metered.stopped.split('{time}');
  return html`<p>${before ?? ''}${time(stoppedAt, now)}${after ?? ''}</p>${actionForm(
    operatorSession,
    'allow-data',
    customer,
    html`<button class="second">${texts.metered.allow}</button>`,
  )}`;
}

/** The state of an account: its tone and label. */
export function customerState({
  verifiedAt,
  deletedAt,
  bannedAt,
}: {
  readonly verifiedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly bannedAt: Date | null;
}): { readonly tone: Tone; readonly label: string } {
  if (deletedAt !== null) return { tone: 'bad', label: texts.deletedState };
  if (bannedAt !== null) return { tone: 'bad', label: texts.bannedState };
  return verifiedAt === null
    ? { tone: 'neutral', label: texts.unconfirmedState }
    : { tone: 'good', label: texts.activeState };
}
