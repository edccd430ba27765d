import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, rows, time, type Visit } from '../page.ts';

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
  return html`<h1>Tickets</h1>
<p><a href="${isAll ? '/ops/tickets' : '/ops/tickets?all=yes'}">${isAll ? 'Those that are not closed' : 'Closed ones, too'}</a></p>
${rows(
  ['Ticket', 'Customer', 'State', 'Last change, UTC'],
  tickets.map(({ id, subject, state, changedAt, email, writer }) => [
    html`<a href="/ops/tickets/${id}">${subject}</a>`,
    ...[email ?? writer ?? '–', state, time(changedAt)],
  ]),
  'Nobody waits.',
)}`;
}

/** Null where there is no such ticket. */
export async function ticketPage(db: Database, visit: Visit, id: string): Promise<Html | null> {
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
  const customer = ticket.email ?? ticket.writer ?? '–';
  const messages = await said(db, id);
  return html`<h1>${ticket.subject}</h1>
<dl><dt>Customer</dt><dd>${ticket.userId === null ? customer : html`<a href="/ops/customers/${ticket.userId}">${customer}</a>`}</dd>
${ticket.name === null ? null : html`<dt>Name</dt><dd>${ticket.name}</dd>`}
<dt>State</dt><dd>${ticket.state}</dd><dt>Opened, UTC</dt><dd>${time(ticket.openedAt)}</dd></dl>
<h2>What was said</h2>
${ticket.body === null ? messages.map(({ drawn }) => drawn) : html`<div class="said"><p>${ticket.body}</p></div>`}
${
  ticket.body === null
    ? actionForm(
        visit,
        'answer-ticket',
        { ticket: id, after: messages.at(-1)?.id ?? '' },
        html`<label>Answer <textarea name="text" maxlength="5000" required></textarea></label><button>Send answer</button>`,
      )
    : null
}
${ticket.state === 'closed' ? null : actionForm(visit, 'close-ticket', { ticket: id }, html`<button class="second">Close ticket</button>`)}`;
}

async function said(
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
<span class="quiet">${message.author === 'operator' ? 'Comet' : 'Customer'}, ${time(message.sentAt)}</span><p>${message.body}</p>
${files
  .filter(({ messageId }) => messageId === message.id)
  .map(({ id, name }) => html`<a href="/ops/files/${id}" download="${name}">Save ${name}</a> `)}</div>`,
  }));
}
