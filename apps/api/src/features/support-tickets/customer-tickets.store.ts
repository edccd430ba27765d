import type { api, ReplyOf } from '@comet/contract';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { TicketFile } from './conversation.store.ts';
import { type AttachmentDeps, contentOf } from './stored-attachments.ts';

type ShownTicket = ReplyOf<typeof api.listSupportTickets>['tickets'][number];

/** Limits of the conversations and messages shown of a long history; the export has the rest. */
const shownTickets = 10;
const shownMessages = 200;

/** Returns the account's latest conversations, oldest first; with `ticketId` only that one. */
export async function ticketsOf(
  db: Database | DatabaseTransaction,
  userId: string,
  ticketId?: string,
): Promise<readonly ShownTicket[]> {
  const tickets = await db
    .selectFrom('supportTickets')
    .select(['id', 'subject', 'state', 'openedAt'])
    .where('userId', '=', userId)
    .where('body', 'is', null)
    .$if(ticketId !== undefined, (query) => query.where('id', '=', ticketId ?? ''))
    .orderBy('changedAt', 'desc')
    .limit(shownTickets)
    .execute();
  const shown: ShownTicket[] = [];
  for (const { id, subject, state, openedAt } of tickets.toReversed())
    shown.push({ id, subject, state, openedAt: openedAt.toISOString(), messages: await messagesOf(db, id) });
  return shown;
}

async function messagesOf(
  db: Database | DatabaseTransaction,
  ticketId: string,
): Promise<ShownTicket['messages']> {
  const messages = await db
    .selectFrom('ticketMessages')
    .select(['id', 'author', 'body', 'sentAt'])
    .where('ticketId', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(shownMessages)
    .execute();
  const files = await db
    .selectFrom('ticketAttachments as file')
    .innerJoin('ticketMessages as message', 'message.id', 'file.messageId')
    .select((of) => [
      'file.id',
      'messageId',
      'name',
      'mediaType',
      of.fn.coalesce('bytes', of.fn<number>('length', ['content'])).as('bytes'),
    ])
    .where('ticketId', '=', ticketId)
    .orderBy('file.id')
    .execute();
  return messages.toReversed().map(({ id, author, body, sentAt }) => ({
    ...{ id, author, text: body, sentAt: sentAt.toISOString() },
    attachments: files
      .filter(({ messageId }) => messageId === id)
      .map(({ id: fileId, name, mediaType, bytes }) => ({
        ...{ id: fileId, name, bytes },
        mediaType,
      })),
  }));
}

/**
 * Returns the conversation that a new message of the account continues. The account's row is locked, so that two concurrent messages find
 * the same one.
 */
export async function currentTicket(
  trx: DatabaseTransaction,
  userId: string,
  closedSince: Date,
): Promise<string | null> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const latest = await trx
    .selectFrom('supportTickets')
    .select('id')
    .where('userId', '=', userId)
    .where('body', 'is', null)
    .where((of) => of.or([of('closedAt', 'is', null), of('closedAt', '>', closedSince)]))
    .orderBy('changedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.id ?? null;
}

/** Returns a file of one of the account's conversations; null for other accounts' files. */
export async function attachmentOf(
  deps: AttachmentDeps,
  userId: string,
  id: string,
): Promise<TicketFile['content'] | null> {
  const file = await deps.db
    .selectFrom('ticketAttachments as file')
    .innerJoin('ticketMessages as message', 'message.id', 'file.messageId')
    .innerJoin('supportTickets as ticket', 'ticket.id', 'message.ticketId')
    .select(['file.id', 'content'])
    .where('file.id', '=', id)
    .where('ticket.userId', '=', userId)
    .executeTakeFirst();
  return file === undefined ? null : contentOf(deps, file);
}
