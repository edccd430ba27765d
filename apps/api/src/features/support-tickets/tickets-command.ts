import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import {
  isId,
  recordOperatorAction,
  readIf,
  readArguments,
  readYesNo,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';
import { lastMessageId, lockTicket } from './conversation.store.ts';
import { type ConversationDeps, addTicketMessage } from './write-ticket.ts';

interface TicketsCommandDeps extends ConversationDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The name of the operator, for the audit trail. */
  readonly operator: string;
}

/** Runs `tickets list [--all yes]|show|answer|close` and returns the outcome as a table, a ticket or a sentence. */
export async function ticketsCommand(
  deps: TicketsCommandDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  switch (verb) {
    case 'list':
      return listTickets(deps, args);
    case 'show':
      return showTicket(deps.db, idIn(args));
    case 'answer':
      return replyToTicket(deps, args);
    case 'close':
      return closeTicket(deps, args);
    default:
      throw new Error('Use tickets list, tickets show ID, tickets answer ID TEXT, or tickets close ID');
  }
}

async function listTickets({ db }: TicketsCommandDeps, args: CommandArguments): Promise<string> {
  const { options } = readArguments(args, { positions: [], options: ['all'] });
  const isAll = readIf(options.all, readYesNo) ?? false;
  const listed = await db
    .selectFrom('supportTickets')
    .leftJoin('users', 'users.id', 'supportTickets.userId')
    .select([
      'supportTickets.id',
      'state',
      'openedAt',
      'users.email',
      'supportTickets.email as writer',
      'subject',
    ])
    .$if(!isAll, (query) => query.where('closedAt', 'is', null))
    .orderBy('openedAt')
    .execute();
  if (listed.length === 0) return 'No open tickets.';
  return table(
    ['id', 'state', 'opened', 'customer', 'subject'],
    listed.map(({ id, state, openedAt, email, writer, subject }) => [
      ...[id, state, openedAt.toISOString(), email ?? writer ?? '', subject],
    ]),
  );
}

function idIn(args: CommandArguments): string {
  return ticketId(readArguments(args, { positions: ['ID'], options: [] }).named[0]);
}

function ticketId(given = ''): string {
  if (!isId(given)) throw new Error(`Not a ticket ID: ${given}`);
  return given;
}

/** `--after` names the message that is answered, so concurrent or repeated answers to one message are sent once. */
async function replyToTicket(deps: TicketsCommandDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['ID', 'TEXT'], options: ['after'] });
  const [id, text] = [ticketId(named[0]), (named[1] ?? '').trim()];
  if (text === '') throw new Error('Enter a reply');
  const message = { author: 'operator', text, files: [], mailId: null } as const;
  const { operator } = deps;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const ticket = await lockTicket(trx, id);
    if (ticket === null) throw new Error(`No conversation has the ID ${id}`);
    if (options.after !== undefined && options.after !== (await lastMessageId(trx, id)))
      throw new Error('There’s a new message: read the ticket before you reply again');
    if (!(await addTicketMessage(deps, trx, id, message, now)).ok)
      throw new Error('The customer’s account no longer exists, so nobody would read it');
    const about = ticket.userId === null ? {} : { userId: ticket.userId };
    await recordOperatorAction(trx, {
      operator,
      action: 'answer_ticket',
      ...about,
      details: { ticket: id },
      now,
    });
    return `Answered: ${ticket.subject}`;
  });
}

async function closeTicket(
  { db, clock, operator }: TicketsCommandDeps,
  args: CommandArguments,
): Promise<string> {
  const id = idIn(args);
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const ticket = await trx
      .updateTable('supportTickets')
      .set({ state: 'closed', changedAt: now, closedAt: now })
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .returning(['subject', 'userId'])
      .executeTakeFirst();
    if (ticket === undefined) throw new Error(`No open ticket has the ID ${id}`);
    const { userId, subject } = ticket;
    const about = userId === null ? {} : { userId };
    await recordOperatorAction(trx, {
      operator,
      action: 'close_ticket',
      ...about,
      details: { ticket: id },
      now,
    });
    return `Closed: ${subject}`;
  });
}

/** Prints every message of a ticket for a terminal; control characters are removed. */
async function showTicket(db: Database, id: string): Promise<string> {
  const ticket = await db
    .selectFrom('supportTickets')
    .leftJoin('users', 'users.id', 'supportTickets.userId')
    .select(['subject', 'state', 'body', 'users.email', 'supportTickets.email as writer'])
    .where('supportTickets.id', '=', id)
    .executeTakeFirst();
  if (ticket === undefined) throw new Error(`No ticket has the ID ${id}`);
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
  const paragraphs = messages.map((message) => {
    const names = files.filter(({ messageId }) => messageId === message.id).map(({ name }) => `[${name}]`);
    return [`${message.sentAt.toISOString()} ${message.author}`, message.body, ...names].join('\n');
  });
  const head = `${ticket.subject} (${ticket.state}), ${ticket.email ?? ticket.writer ?? 'no customer'}`;
  const note = ticket.body === null ? [] : [ticket.body];
  return [head, ...note, ...paragraphs].join('\n\n').replaceAll(/[^\P{C}\n\t]/gu, '');
}
