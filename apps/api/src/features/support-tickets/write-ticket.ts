import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { TicketState } from '../../platform/database/schema.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  addMessage,
  filedBytes,
  lastMailId,
  lockTicket,
  type NewMessage,
  type CustomerTicket,
  type TicketFile,
} from './conversation.store.ts';
import { receiptOf, type Replies, toCustomer, toOperator } from './emails.ts';

export interface ConversationDeps {
  readonly outbox: Outbox;
  readonly replies: Replies;
  readonly dashboardUrl: string;
}

/** The first message of a conversation. */
interface FirstMessage {
  readonly userId: string | null;
  readonly kind: 'contact' | 'sales' | 'chat' | 'report';
  /** No second conversation of a kind is opened for the same cause. */
  readonly cause: string;
  readonly subject: string;
  readonly name: string | null;
  /** Set for senders without an account; null for customers, whose address is in the account. */
  readonly email: string | null;
  readonly text: string;
  readonly files: readonly TicketFile[];
}

/**
 * Opens a conversation, mails its first message to the operator and a receipt to the account that wrote it; null where its cause has
 * already opened one. An account with an unconfirmed address gets no receipt.
 */
export async function openConversation(
  deps: ConversationDeps,
  trx: DatabaseTransaction,
  { text, files, ...ticket }: FirstMessage,
  now: Date,
): Promise<string | null> {
  const opened = await trx
    .insertInto('supportTickets')
    .values({ ...ticket, body: null, openedAt: now, changedAt: now, closedAt: null })
    .onConflict((conflict) => conflict.columns(['kind', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (opened === undefined) return null;
  await addTicketMessage(deps, trx, opened.id, { author: 'customer', text, files, mailId: null }, now);
  const { userId } = ticket;
  const email = userId === null ? null : await confirmedAddressOf(trx, userId);
  if (email !== null) await queueReceipt(deps, trx, { id: opened.id, userId, email });
  return opened.id;
}

/** Mails a receipt for a message. Without an account the mailbox is unverified: the caller limits the rate. */
export async function queueReceipt(
  deps: ConversationDeps,
  trx: DatabaseTransaction,
  ticket: { readonly id: string; readonly userId: string | null; readonly email: string },
): Promise<void> {
  const [email, thread] = receiptOf(ticket, deps.replies, deps.dashboardUrl);
  await deps.outbox.post(trx, ticket.email, email, thread);
}

async function confirmedAddressOf(trx: DatabaseTransaction, userId: string): Promise<string | null> {
  const account = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('verifiedAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return account?.email ?? null;
}

/** Why nothing was added: there is no recipient, the mail was processed before, or the ticket has too many files. */
type MessageRefusal = 'gone' | 'known' | 'full';

/** Maximum bytes of files in one ticket. */
const maxFiledBytes = 20_000_000;

/** Adds a message to a ticket and mails it to the other side; a closed ticket is reopened. */
export async function addTicketMessage(
  deps: ConversationDeps,
  trx: DatabaseTransaction,
  ticketId: string,
  added: NewMessage,
  now: Date,
): Promise<Result<undefined, MessageRefusal>> {
  const ticket = await lockTicket(trx, ticketId);
  if (ticket === null || ticket.email === null) return err('gone');
  const bytes = added.files.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > 0 && bytes + (await filedBytes(trx, ticketId)) > maxFiledBytes) return err('full');
  const message = await addMessage(trx, ticketId, added, { state: stateAfter(ticket, added), now });
  if (message === null) return err('known');
  const notice = { ticket, message, text: added.text };
  if (added.author === 'operator') {
    const last = await lastMailId(trx, ticketId);
    const [email, thread] = toCustomer(notice, deps.replies, { ...deps, last });
    await deps.outbox.post(trx, ticket.email, email, thread);
  } else {
    const [email, thread] = toOperator(notice, deps.replies);
    await deps.outbox.post(trx, deps.replies.supportMail, email, thread);
  }
  return ok(undefined);
}

function stateAfter({ state }: CustomerTicket, { author }: NewMessage): TicketState {
  if (author === 'operator') return 'answered';
  return state === 'open' ? 'open' : 'waiting';
}
