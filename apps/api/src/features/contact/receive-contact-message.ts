import { hash } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { type ConversationDeps, openConversation } from '../support-tickets/index.ts';
import { contactMessage } from '@comet/contract';
import type * as z from 'zod/mini';

export interface ContactDeps extends ConversationDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const subjects: Readonly<Record<ContactMessage['topic'], string>> = {
  account: 'A question about an account',
  payments: 'A question about a payment',
  technical: 'A technical question',
  business: 'A question about Comet for a company',
  press: 'A question from the press',
  other: 'A question',
};

/**
 * Creates a ticket from a message sent without an account: one per puzzle, or without a puzzle one per identical message and day. A message
 * with the hidden field filled in comes from a bot: it gets a success response and is dropped. The address is unverified until its owner
 * replies, so the ticket belongs to no account, and the receipt repeats nothing of the message. Returns the ticket's id if the ticket is
 * new.
 */
export async function receiveContactMessage(
  deps: ContactDeps,
  given: ContactMessage,
  puzzle: string | null,
): Promise<string | null> {
  if (given.website !== undefined && given.website !== '') return null;
  const now = deps.clock.now();
  const { name, email, topic, message } = given;
  const content = puzzle ?? JSON.stringify([now.toISOString().slice(0, 10), email, topic, message]);
  const cause = hash('sha256', content);
  const begins = { userId: null, kind: 'contact', cause, subject: subjects[topic] } as const;
  const words = { ...begins, name, email, text: message, files: [] };
  return deps.db.transaction().execute((trx) => openConversation(deps, trx, words, now));
}

export type ContactMessage = z.output<typeof contactMessage>;

/**
 * Reads a form that a browser posted without a script (WHATWG URL, `application/x-www-form-urlencoded`); null if a field is missing or
 * invalid.
 */
export function readContactForm(body: Buffer): ContactMessage | null {
  const given = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  const read = contactMessage.safeParse(given);
  return read.success ? read.data : null;
}
