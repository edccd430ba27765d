import type { InThread } from '../../platform/mail/outbox.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { TalkedOver } from './conversation.store.ts';
import { replyAddress, type Side } from './reply-address.ts';

/** How answers come back by mail. */
export interface Replies {
  readonly secret: Uint8Array;
  /** Our mailbox for answers, whose mails come to us; null where none come in. */
  readonly mailbox: string | null;
  /** The operator's. */
  readonly supportMail: string;
}

interface Told {
  readonly ticket: TalkedOver;
  readonly message: { readonly id: string; readonly fileIds: readonly string[] };
  readonly text: string;
}

/** A line of what was written becomes a paragraph; empty lines part them anyway. */
const paragraphsOf = (text: string): readonly string[] =>
  text.split(/\s*\n\s*/).filter((line) => line !== '');

/** What the operator reads when a customer has written. */
export function toOperator({ ticket, message, text }: Told, replies: Replies): [Letter, InThread] {
  const { id, subject, name, email } = ticket;
  const isReplied = replies.mailbox !== null;
  const letter = {
    subject: `Ticket: ${subject} (${id.slice(-8)})`,
    preview: text.slice(0, 120),
    heading: subject,
    paragraphs: paragraphsOf(text),
    facts: [
      ...(name === null ? [] : [{ term: 'Name', value: name }]),
      { term: 'From', value: email ?? 'an account that was deleted' },
      { term: 'Account', value: ticket.userId === null ? 'none that is known' : ticket.userId },
      { term: 'Ticket', value: id },
    ],
    footnote: isReplied
      ? 'Answer this mail, and the customer reads it; or use comet-ops tickets answer and the id. Close it with comet-ops tickets close.'
      : 'Use comet-ops tickets answer and the id, and the customer reads it; an answer to this mail goes to the customer alone. Close it with comet-ops tickets close.',
  };
  return [letter, threadOf(ticket, message, replies, { reader: 'operator', last: null })];
}

/** What the customer reads when we have answered. `last` is the mail that it answers, if it came by mail. */
export function toCustomer(
  { ticket, message, text }: Told,
  replies: Replies,
  { dashboardUrl, last }: { readonly dashboardUrl: string; readonly last: string | null },
): [Letter, InThread] {
  const letter = {
    subject: `Re: ${ticket.subject} (${ticket.id.slice(-8)})`,
    preview: text.slice(0, 120),
    heading: 'Comet support has answered',
    paragraphs: paragraphsOf(text),
    ...(ticket.userId === null
      ? {}
      : { action: { label: 'Read it in the dashboard', url: `${dashboardUrl}/dash/home/` } }),
    footnote:
      ticket.userId === null
        ? 'You get this because somebody wrote to Comet with this address. Answer this mail to go on; if it was not you, leave it.'
        : 'You get this because you wrote to Comet support. Answer this mail or write in the dashboard to go on.',
  };
  return [letter, threadOf(ticket, message, replies, { reader: 'customer', last })];
}

function threadOf(
  ticket: TalkedOver,
  message: Told['message'],
  replies: Replies,
  { reader, last }: { readonly reader: Side; readonly last: string | null },
): InThread {
  const { mailbox, secret, supportMail } = replies;
  const host = (mailbox ?? supportMail).replace(/^.*@/, '');
  const otherWay = reader === 'operator' ? (ticket.email ?? supportMail) : supportMail;
  return {
    messageId: `${message.id}.${reader}@${host}`,
    references: [`${ticket.id}@${host}`, ...(last === null ? [] : [last])],
    replyTo: mailbox === null ? otherWay : replyAddress(secret, mailbox, reader, ticket.id),
    fileIds: message.fileIds,
  };
}
