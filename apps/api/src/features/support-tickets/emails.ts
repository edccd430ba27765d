import { formatText, supportEmails as texts } from '@comet/texts/emails';
import type { InThread } from '../../platform/mail/outbox.ts';
import type { Email } from '../../platform/mail/email.ts';
import type { CustomerTicket } from './conversation.store.ts';
import { replyAddress, type Side } from './reply-address.ts';

/** Configuration of replies by email. */
export interface Replies {
  readonly secret: Uint8Array;
  /** The mailbox that receives replies; null where incoming mail is not configured. */
  readonly mailbox: string | null;
  /** The operator's mailbox. */
  readonly supportMail: string;
}

interface MessageNotice {
  readonly ticket: CustomerTicket;
  readonly message: { readonly id: string; readonly fileIds: readonly string[] };
  readonly text: string;
}

/** Each line becomes a paragraph; empty lines are dropped. */
const paragraphsOf = (text: string): readonly string[] =>
  text.split(/\s*\n\s*/).filter((line) => line !== '');

/** Mails a customer's message to the operator. */
export function toOperator({ ticket, message, text }: MessageNotice, replies: Replies): [Email, InThread] {
  const { id, subject, name } = ticket;
  const isReplied = replies.mailbox !== null;
  const template = {
    subject: formatText(texts.ticketSubject, { subject, id: id.slice(-8) }),
    preview: text.slice(0, 120),
    heading: subject,
    paragraphs: paragraphsOf(text),
    facts: [
      ...(name === null ? [] : [{ term: texts.terms.name, value: name }]),
      { term: texts.terms.from, value: senderOf(ticket) },
      { term: texts.terms.account, value: ticket.userId ?? texts.noAccount },
      { term: texts.terms.ticket, value: id },
    ],
    footnote: isReplied ? texts.footnotes.byMail : texts.footnotes.byCommand,
  };
  return [template, threadOf(ticket, message, replies, { reader: 'operator', last: null })];
}

/** The sender's address, for the operator. That of an account is marked where it is unconfirmed: it may belong to another person. */
function senderOf({ userId, email, isConfirmed }: CustomerTicket): string {
  if (email === null) return texts.deletedAccount;
  return userId === null || isConfirmed ? email : formatText(texts.unconfirmed, { email });
}

/** Mails the operator's reply to the customer. `last` is the mail that it answers, if there is one. */
export function toCustomer(
  { ticket, message, text }: MessageNotice,
  replies: Replies,
  { dashboardUrl, last }: { readonly dashboardUrl: string; readonly last: string | null },
): [Email, InThread] {
  const email = {
    subject: formatText(texts.replySubject, { subject: ticket.subject, id: ticket.id.slice(-8) }),
    preview: text.slice(0, 120),
    heading: texts.answered,
    paragraphs: paragraphsOf(text),
    ...(ticket.userId === null ? {} : { action: { label: texts.read, url: `${dashboardUrl}/dash/home/` } }),
    footnote: ticket.userId === null ? texts.footnotes.stranger : texts.footnotes.customer,
  };
  return [email, threadOf(ticket, message, replies, { reader: 'customer', last })];
}

/** Acknowledges a message to its sender. It quotes nothing of the message: the mailbox may belong to another person. */
export function receiptOf(
  ticket: Pick<CustomerTicket, 'id' | 'userId' | 'email'>,
  replies: Replies,
  dashboardUrl: string,
): [Email, InThread] {
  const { receipt } = texts;
  const email = {
    subject: formatText(receipt.subject, { id: ticket.id.slice(-8) }),
    preview: receipt.preview,
    heading: receipt.heading,
    paragraphs: [receipt.paragraph],
    ...(ticket.userId === null ? {} : { action: { label: texts.read, url: `${dashboardUrl}/dash/home/` } }),
    footnote: ticket.userId === null ? texts.footnotes.stranger : texts.footnotes.customer,
  };
  const message = { id: `${ticket.id}.receipt`, fileIds: [] };
  return [email, threadOf(ticket, message, replies, { reader: 'customer', last: null })];
}

function threadOf(
  ticket: Pick<CustomerTicket, 'id' | 'email'>,
  message: MessageNotice['message'],
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
