import { frameTexts, say, ticketsTexts as texts } from '@comet/texts/operator-console';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, rows, time, type OperatorSession } from '../page.ts';

export async function ticketList(db: Database, isAll: boolean): Promise<Html> {
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
    .$if(!isAll, (query) => query.where('ticket.state', '!=', 'closed'))
    .orderBy('ticket.changedAt', 'desc')
    .limit(200)
    .execute();
  return html`<h1>${texts.headline}</h1>
<p><a href="${isAll ? '/ops/tickets' : '/ops/tickets?all=yes'}">${isAll ? texts.notClosed : texts.closedToo}</a></p>
${rows(
  [texts.ticket, texts.customer, texts.state, texts.changed],
  tickets.map(({ id, subject, state, changedAt, email, writer }) => [
    html`<a href="/ops/tickets/${id}">${subject}</a>`,
    ...[email ?? writer ?? frameTexts.nothing, state, time(changedAt)],
  ]),
  texts.nobodyWaits,
)}`;
}

/** Returns null if the ticket does not exist. */
export async function ticketPage(
  db: Database,
  operatorSession: OperatorSession,
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
      'ticket.email as writer',
    ])
    .where('ticket.id', '=', id)
    .executeTakeFirst();
  if (ticket === undefined) return null;
  const customer = ticket.email ?? ticket.writer ?? frameTexts.nothing;
  const messages = await messagesOf(db, id);
  return html`<h1>${ticket.subject}</h1>
<dl><dt>${texts.customer}</dt><dd>${ticket.userId === null ? customer : html`<a href="/ops/customers/${ticket.userId}">${customer}</a>`}</dd>
${ticket.name === null ? null : html`<dt>${texts.name}</dt><dd>${ticket.name}</dd>`}
<dt>${texts.state}</dt><dd>${ticket.state}</dd><dt>${texts.opened}</dt><dd>${time(ticket.openedAt)}</dd></dl>
<h2>${texts.said}</h2>
${ticket.body === null ? messages.map(({ drawn }) => drawn) : html`<div class="said"><p>${ticket.body}</p></div>`}
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
${ticket.state === 'closed' ? null : actionForm(operatorSession, 'close-ticket', { ticket: id }, html`<button class="second">${texts.close}</button>`)}`;
}

async function messagesOf(
  db: Database,
  ticketId: string,
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
<span class="quiet">${message.author === 'operator' ? texts.comet : texts.customer}, ${time(message.sentAt)}</span><p>${message.body}</p>
${files
  .filter(({ messageId }) => messageId === message.id)
  .map(
    ({ id, name }) =>
      html`<a href="/ops/files/${id}" download="${name}">${say(texts.saveFile, { name })}</a> `,
  )}</div>`,
  }));
}
