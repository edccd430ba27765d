import { formatText, supportEmails } from '@comet/texts/emails';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';

export interface TicketDeps {
  readonly outbox: Outbox;
  /** The operator's mailbox. */
  readonly supportMail: string;
}

/** A task that requires an operator. */
export interface Ticket {
  readonly userId: string | null;
  readonly kind: string;
  /** The cause: no second ticket of a kind is opened for the same cause. */
  readonly cause: string;
  readonly subject: string;
  /** What happened and what the operator has to do, in a sentence or two. */
  readonly body: string;
  readonly facts: readonly { readonly term: string; readonly value: string }[];
}

/** Stores a ticket and mails it to the operator, once per cause; returns true when it is new. */
export async function openTicket(
  deps: TicketDeps,
  trx: DatabaseTransaction,
  { facts, ...ticket }: Ticket,
  now: Date,
): Promise<boolean> {
  const body = [ticket.body, ...facts.map(({ term, value }) => `${term}: ${value}`)].join('\n');
  const opened = await trx
    .insertInto('supportTickets')
    .values({ ...ticket, body, name: null, email: null, openedAt: now, changedAt: now, closedAt: null })
    .onConflict((conflict) => conflict.columns(['kind', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (opened === undefined) return false;
  await deps.outbox.post(trx, deps.supportMail, {
    subject: formatText(supportEmails.openedSubject, { subject: ticket.subject }),
    preview: ticket.body,
    heading: ticket.subject,
    paragraphs: [ticket.body],
    facts: [...facts, { term: supportEmails.terms.ticket, value: opened.id }],
    footnote: supportEmails.footnotes.opened,
  });
  return true;
}
