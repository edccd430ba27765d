import type { Database } from '../../platform/database/database.ts';

/** Everything that was said in a ticket, for a terminal: what people wrote can move no cursor there. */
export async function showTicket(db: Database, id: string): Promise<string> {
  const ticket = await db
    .selectFrom('supportTickets')
    .leftJoin('users', 'users.id', 'supportTickets.userId')
    .select(['subject', 'state', 'body', 'users.email', 'supportTickets.email as writer'])
    .where('supportTickets.id', '=', id)
    .executeTakeFirst();
  if (ticket === undefined) throw new Error(`No ticket has the id ${id}`);
  const messages = await db
    .selectFrom('ticketMessages')
    .select(['id', 'author', 'body', 'sentAt'])
    .where('ticketId', '=', id)
    .orderBy('id')
    .execute();
  const files = await db
    .selectFrom('ticketAttachments')
    .innerJoin('ticketMessages', 'ticketMessages.id', 'messageId')
    .select(['messageId', 'name'])
    .where('ticketId', '=', id)
    .execute();
  const said = messages.map((message) => {
    const names = files.filter(({ messageId }) => messageId === message.id).map(({ name }) => `[${name}]`);
    return [`${message.sentAt.toISOString()} ${message.author}`, message.body, ...names].join('\n');
  });
  const head = `${ticket.subject} (${ticket.state}), ${ticket.email ?? ticket.writer ?? 'no customer'}`;
  const note = ticket.body === null ? [] : [ticket.body];
  return [head, ...note, ...said].join('\n\n').replaceAll(/[^\P{C}\n\t]/gu, '');
}
