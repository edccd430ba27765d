import { customersTexts, frameTexts, formatText, ticketsTexts as texts } from '@comet/texts/operator-console';
import type { Database } from '../../platform/database/database.ts';
import type { TicketState } from '../../platform/database/schema.ts';
import { type Html, html } from '../html.ts';
import {
  actionForm,
  card,
  type PageContext,
  rows,
  state,
  tabs,
  time,
  timeInFull,
  type Tone,
} from '../page.ts';

const tones: Readonly<Record<TicketState, Tone>> = {
  ...{ open: 'warn', waiting: 'warn', answered: 'good', closed: 'neutral' },
};

export const ticketState = (of: TicketState): Html => state(tones[of], texts.states[of]);

/** Tickets whose last message is not ours, all that are not closed, or all. */
type TicketList = 'waiting' | 'open' | 'all';

const addressOf = (list: TicketList): string =>
  list === 'waiting' ? '/ops/tickets' : `/ops/tickets?show=${list}`;
const lists = [
  [addressOf('waiting'), texts.waiting],
  [addressOf('open'), texts.notClosed],
  [addressOf('all'), texts.closedToo],
] as const;

/** The list that a query parameter selects; by default the tickets that wait for an answer, the oldest first. */
export async function ticketList({ db, now }: PageContext, show: unknown): Promise<Html> {
  const list = show === 'open' || show === 'all' ? show : 'waiting';
  const tickets = await db
    .selectFrom('supportTickets as ticket')
    .leftJoin('users', 'users.id', 'ticket.userId')
    .select([
      'ticket.id',
      'ticket.subject',
      'ticket.state',
      'ticket.changedAt',
      'users.email',
      'ticket.email as writer',
    ])
    .$if(list === 'open', (query) => query.where('ticket.state', '!=', 'closed'))
    .$if(list === 'waiting', (query) => query.where('ticket.state', 'in', ['open', 'waiting']))
    .orderBy('ticket.changedAt', list === 'waiting' ? 'asc' : 'desc')
    .limit(200)
    .execute();
  return html`<h1>${texts.headline}</h1>
${tabs(texts.show, lists, addressOf(list))}
<div class="card">${rows(
    [texts.ticket, texts.customer, texts.state, texts.changed],
    tickets.map((ticket) => [
      html`<a href="/ops/tickets/${ticket.id}">${ticket.subject}</a>`,
      ticket.email ?? ticket.writer ?? frameTexts.nothing,
      ticketState(ticket.state),
      time(ticket.changedAt, now),
    ]),
    texts.none[list],
  )}</div>`;
}

/** Returns null if the ticket does not exist. */
export async function ticketPage(
  { db, now, operatorSession }: PageContext,
  id: string,
): Promise<Html | null> {
  const ticket = await db
    .selectFrom('supportTickets as ticket')
    .leftJoin('users', 'users.id', 'ticket.userId')
    .select([
      'subject',
      'state',
      'body',
      'userId',
      'name',
      'openedAt',
      'users.email',
      'users.verifiedAt',
      'ticket.email as writer',
    ])
    .where('ticket.id', '=', id)
    .executeTakeFirst();
  if (ticket === undefined) return null;
  const customer = ticket.email ?? ticket.writer ?? frameTexts.nothing;
  const isUnconfirmed = ticket.userId !== null && ticket.verifiedAt === null;
  const messages = await messagesOf(db, id, now);
  return html`<h1>${ticket.subject}</h1>
<div class="card"><dl><dt>${texts.customer}</dt><dd>${ticket.userId === null ? customer : html`<a href="/ops/customers/${ticket.userId}">${customer}</a>`}${isUnconfirmed ? html` ${state('neutral', customersTexts.unconfirmedState)}` : null}</dd>
${ticket.name === null ? null : html`<dt>${texts.name}</dt><dd>${ticket.name}</dd>`}
<dt>${texts.state}</dt><dd>${ticketState(ticket.state)}</dd><dt>${texts.opened}</dt><dd>${timeInFull(ticket.openedAt, now)}</dd></dl></div>
${card(
  texts.said,
  html`${ticket.body === null ? messages.map(({ drawn }) => drawn) : html`<div class="said"><p>${ticket.body}</p></div>`}
${
  ticket.body === null
    ? actionForm(
        operatorSession,
        'answer-ticket',
        { ticket: id, after: messages.at(-1)?.id ?? '' },
        html`<label>${texts.answer} <textarea name="text" maxlength="5000" required></textarea></label><button>${texts.send}</button>`,
      )
    : null
}
${ticket.state === 'closed' ? null : actionForm(operatorSession, 'close-ticket', { ticket: id }, html`<button class="second">${texts.close}</button>`)}`,
)}`;
}

async function messagesOf(
  db: Database,
  ticketId: string,
  now: Date,
): Promise<readonly { readonly id: string; readonly drawn: Html }[]> {
  const messages = await db
    .selectFrom('ticketMessages')
    .select(['id', 'author', 'body', 'sentAt'])
    .where('ticketId', '=', ticketId)
    .orderBy('id')
    .execute();
  const files = await db
    .selectFrom('ticketAttachments as file')
    .innerJoin('ticketMessages as message', 'message.id', 'file.messageId')
    .select(['file.id', 'messageId', 'name'])
    .where('ticketId', '=', ticketId)
    .execute();
  return messages.map((message) => ({
    id: message.id,
    drawn: html`<div class="${message.author === 'operator' ? 'said ours' : 'said'}">
<span class="quiet">${message.author === 'operator' ? texts.comet : texts.customer}, ${time(message.sentAt, now)}</span><p>${message.body}</p>
${files
  .filter(({ messageId }) => messageId === message.id)
  .map(
    ({ id, name }) =>
      html`<a href="/ops/files/${id}" download="${name}">${formatText(texts.saveFile, { name })}</a> `,
  )}</div>`,
  }));
}
