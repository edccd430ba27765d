import type { attachmentTypes } from '@comet/contract';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { TicketState } from '../../platform/database/schema.ts';
import type { AttachedFile } from '../../platform/mail/mailer.ts';
import { type AttachmentDeps, contentOf } from './stored-attachments.ts';

/** An attachment; its media type is detected from its bytes. */
export interface TicketFile {
  readonly name: string;
  readonly mediaType: (typeof attachmentTypes)[number];
  readonly content: Buffer;
}

/** A message in a ticket. */
export interface NewMessage {
  readonly author: 'customer' | 'operator';
  readonly text: string;
  readonly files: readonly TicketFile[];
  /** Message-ID of a mail; null for messages from our own pages. */
  readonly mailId: string | null;
}

/** A ticket with the customer it belongs to. */
export interface CustomerTicket {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly state: TicketState;
  readonly userId: string | null;
  /** The customer's current address; null where there is no recipient. */
  readonly email: string | null;
  readonly name: string | null;
  /** Whether the customer's account has confirmed the address. */
  readonly isConfirmed: boolean;
}

/**
 * Returns a conversation, locked until the transaction ends. Deleted accounts get no more mail. Null also for a ticket that is a note to
 * the operator: no customer reads it.
 */
export async function lockTicket(trx: DatabaseTransaction, ticketId: string): Promise<CustomerTicket | null> {
  const ticket = await trx
    .selectFrom('supportTickets')
    .select(['id', 'kind', 'subject', 'state', 'userId', 'email', 'name'])
    .where('id', '=', ticketId)
    .where('body', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (ticket === undefined) return null;
  if (ticket.userId === null) return { ...ticket, isConfirmed: false };
  const user = await trx
    .selectFrom('users')
    .select(['email', 'verifiedAt'])
    .where('id', '=', ticket.userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const isConfirmed = user !== undefined && user.verifiedAt !== null;
  return { ...ticket, email: user?.email ?? null, isConfirmed };
}

/** Stores a message and the resulting state of the ticket; null for a mail that was processed before. The ticket must be locked. */
export async function addMessage(
  trx: DatabaseTransaction,
  ticketId: string,
  entry: NewMessage,
  { state, now }: { readonly state: TicketState; readonly now: Date },
): Promise<{ readonly id: string; readonly fileIds: readonly string[] } | null> {
  const { author, text: body, mailId, files } = entry;
  const message = await trx
    .insertInto('ticketMessages')
    .values({ ticketId, author, body, mailId, sentAt: now })
    .onConflict((conflict) => conflict.columns(['ticketId', 'mailId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (message === undefined) return null;
  const fileIds: string[] = [];
  for (const file of files) {
    const kept = await trx
      .insertInto('ticketAttachments')
      .values({ messageId: message.id, ...file, bytes: file.content.length })
      .returning('id')
      .executeTakeFirstOrThrow();
    fileIds.push(kept.id);
  }
  await trx
    .updateTable('supportTickets')
    .set({ state, changedAt: now, closedAt: null })
    .where('id', '=', ticketId)
    .execute();
  return { id: message.id, fileIds };
}

/** Returns the bytes of all files of a ticket. */
export async function filedBytes(trx: DatabaseTransaction, ticketId: string): Promise<number> {
  const { bytes } = await trx
    .selectFrom('ticketAttachments as file')
    .innerJoin('ticketMessages as message', 'message.id', 'file.messageId')
    .select(sql<string>`coalesce(sum(coalesce(bytes, length(content))), 0)`.as('bytes'))
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** The id of the last message of a ticket; null before the first. */
export async function lastMessageId(trx: DatabaseTransaction, ticketId: string): Promise<string | null> {
  const last = await trx
    .selectFrom('ticketMessages')
    .select('id')
    .where('ticketId', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? null;
}

/** Returns the Message-ID of the customer's last mail; mail programs thread our reply under it. */
export async function lastMailId(trx: DatabaseTransaction, ticketId: string): Promise<string | null> {
  const last = await trx
    .selectFrom('ticketMessages')
    .select('mailId')
    .where('ticketId', '=', ticketId)
    .where('author', '=', 'customer')
    .where('mailId', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.mailId ?? null;
}

/** Returns the files with these ids, for outgoing mails. */
export const findTicketFiles =
  (deps: AttachmentDeps) =>
  async (ids: readonly string[]): Promise<readonly AttachedFile[]> => {
    const rows = await deps.db
      .selectFrom('ticketAttachments')
      .select(['id', 'name', 'mediaType', 'content'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute();
    const files: AttachedFile[] = [];
    for (const { name, mediaType, ...row } of rows) {
      const content = await contentOf(deps, row);
      if (content !== null) files.push({ name, mediaType, content });
    }
    return files;
  };

/** Deletes messages that the owner of a deleted account wrote without signing in, if the account has confirmed the address. */
export async function deleteMessagesOf(trx: DatabaseTransaction, userId: string): Promise<void> {
  const owner = trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('verifiedAt', 'is not', null);
  await trx.deleteFrom('supportTickets').where('userId', 'is', null).where('email', '=', owner).execute();
}

const dayMs = 24 * 3600 * 1000;
const keptDays = 180;

/** Deletes conversations with people without an account half a year after they were closed. */
export function deleteOldMessages(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'supportTickets', {
    key: ['id'],
    orderBy: 'closedAt',
    due: sql`user_id is null and body is null and closed_at < ${new Date(now.getTime() - keptDays * dayMs)}`,
    // Each has messages and files.
    size: 50,
  });
}

/** Years for which closed tasks are kept, from the end of the year: they explain entries of the ledger (§ 147 AO). */
const tasksKeptYears = 10;

/** Deletes closed tasks of operators without a customer, such as a payment without an order. Returns their number. */
export function deleteOldTasks(db: Database, now: Date): Promise<number> {
  const before = new Date(Date.UTC(now.getUTCFullYear() - tasksKeptYears, 0, 1));
  return deleteInBatches(db, 'supportTickets', {
    key: ['id'],
    orderBy: 'closedAt',
    due: sql`user_id is null and body is not null and closed_at < ${before}`,
    size: 50,
  });
}
