import { overviewTexts as texts, plural, formatText } from '@comet/texts/operator-console';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { mayOpen, type PageContext, state, time } from '../page.ts';
import { countLimit, formatCount, type OpenWork } from './bounded-count.ts';
import { enrolmentSteps } from './fleet.ts';
import { downSince, gatewaysDown, placedGateways, placeName } from './gateway-state.ts';
import { refundsToDecide } from './pending-refunds.ts';
import { refusedToday } from './refused-webhooks.ts';
import { stuckPayments } from './stuck-payments.ts';

/** Everything that needs an operator: refunds to approve, tickets, payments, webhooks and gateways. */
export async function overview({ db, now, operatorSession }: PageContext): Promise<Html> {
  const [refunds, tickets, payments, webhooks, gateways] = await Promise.all([
    refundsToDecide(db, now),
    waitingTickets(db),
    stuckPayments(db, now),
    refusedToday(db, now),
    placedGateways(db),
  ]);
  const down = gatewaysDown(gateways, now);
  const allOnline = formatText(plural(gateways.length, texts.gateways.none), { count: gateways.length });
  const all = [
    workCard(texts.refunds, '/ops/refunds', refunds, now, ({ title, requestedAt }) => [
      html`<a href="/ops/refunds">${title}</a>`,
      time(requestedAt, now),
    ]),
    workCard(texts.tickets, '/ops/tickets', tickets, now, ({ id, subject, changedAt }) => [
      html`<a href="/ops/tickets/${id}">${subject}</a>`,
      time(changedAt, now),
    ]),
    workCard(texts.payments, '/ops/stuck-payments', payments, now, ({ to, title, since }) => [
      html`<a href="${to}">${title}</a>`,
      time(since, now),
    ]),
    gateways.length === 0
      ? noGatewayCard
      : workCard({ ...texts.gateways, none: allOnline }, '/ops/fleet', down, now, (gateway) => [
          html`<a href="/ops/gateways/${gateway.id}">${placeName(gateway)}</a>`,
          time(downSince(gateway), now),
        ]),
    workCard(
      { ...texts.webhooks, age: texts.latest },
      '/ops/refused-webhooks',
      webhooks,
      now,
      ({ reason, times }) => [html`<span>${reason}</span>`, html`${times}`],
    ),
  ];
  const kinds = all.filter(({ to }) => mayOpen(operatorSession, to));
  const open = kinds.filter(({ isOpen }) => isOpen);
  const clear = kinds.filter(({ isOpen }) => !isOpen).map(({ drawn }) => drawn);
  return html`<h1>${texts.headline}</h1>
<p class="lead">${open.length === 0 ? texts.noWork : formatText(plural(open.length, texts.work), { count: open.length })}</p>
<div class="pair">${open.map(({ drawn }) => drawn)}${
    clear.length === 0
      ? null
      : html`<section class="card work"><h2>${texts.upToDate}</h2><ul>${clear}</ul></section>`
  }</div>`;
}

const noGatewayCard: WorkCard = {
  to: '/ops/fleet',
  isOpen: true,
  drawn: html`<section class="card work open"><h2>${texts.gateways.noneEnrolled.headline}</h2><p>${state('warn', texts.gateways.noneEnrolled.explanation)}</p>${enrolmentSteps}<p class="more"><a href="/ops/fleet">${texts.gateways.link}</a></p></section>`,
};

interface WorkTexts {
  readonly headline: string;
  readonly none: string;
  readonly link: string;
  /** The sentence with the age, by default of the oldest. */
  readonly age?: typeof texts.oldest | typeof texts.latest;
}

interface WorkCard {
  /** The page of this kind of work, which the operator's role may not include. */
  readonly to: string;
  readonly isOpen: boolean;
  readonly drawn: Html;
}

/** One kind of work: a card with its entries, or a line in the card of completed work if there are none. */
function workCard<Entry>(
  labels: WorkTexts,
  to: string,
  work: OpenWork<Entry>,
  now: Date,
  line: (entry: Entry) => readonly [entry: Html, detail: Html],
): WorkCard {
  if (work.count === 0) {
    const drawn = html`<li>${state('good', labels.none)}<span><a href="${to}">${labels.link}</a></span></li>`;
    return { to, isOpen: false, drawn };
  }
  const [before = '', after = ''] = (labels.age ?? texts.oldest).split('{time}');
  const age = work.time === null ? null : html`<small>${before}${time(work.time, now)}${after}</small>`;
  const lines = work.first.map((entry) => {
    const [what, detail] = line(entry);
    return html`<li>${what}<span>${detail}</span></li>`;
  });
  const drawn = html`<section class="card work open"><h2>${labels.headline}</h2><p class="figure">${formatCount(work.count)}${age}</p><ul>${lines}</ul><p class="more"><a href="${to}">${labels.link}</a></p></section>`;
  return { to, isOpen: true, drawn };
}

/** Tickets whose last message is not ours. */
async function waitingTickets(
  db: Database,
): Promise<OpenWork<{ readonly id: string; readonly subject: string; readonly changedAt: Date }>> {
  const waiting = db
    .selectFrom('supportTickets')
    .select(['id', 'subject', 'changedAt'])
    .where('state', 'in', ['open', 'waiting'])
    .orderBy('changedAt');
  const [counted, first] = await Promise.all([
    db
      .selectFrom(waiting.clearSelect().select('changedAt').limit(countLimit).as('waiting'))
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('changedAt').as('oldest')])
      .executeTakeFirstOrThrow(),
    waiting.limit(3).execute(),
  ]);
  return { count: counted.count, time: counted.oldest ?? null, first };
}
