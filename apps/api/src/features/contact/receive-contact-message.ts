import { hash } from 'node:crypto';
import { type Clock, err, ok, type Result } from '@comet/foundation';
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

/** Thrown to roll a ticket back: its puzzle stays usable. */
class TooManyMessages extends Error {}

/**
 * Creates a ticket from a message sent without an account: one per puzzle, or without a puzzle one per identical message and day. A message
 * with the hidden field filled in comes from a bot: it gets a success response and is dropped. The address is unverified until its owner
 * replies, so the ticket belongs to no account, and the receipt repeats nothing of the message. Returns the ticket's id, or null if it is
 * not new. `mayOpen` takes a new ticket from the limit of all senders; a repeated message takes nothing.
 */
export async function receiveContactMessage(
  deps: ContactDeps,
  given: ContactMessage,
  puzzle: string | null,
  mayOpen: () => Promise<boolean>,
): Promise<Result<string | null, 'too_many'>> {
  if (given.website !== undefined && given.website !== '') return ok(null);
  const now = deps.clock.now();
  const { name, email, topic, message } = given;
  const content = puzzle ?? JSON.stringify([now.toISOString().slice(0, 10), email, topic, message]);
  const cause = hash('sha256', content);
  const begins = { userId: null, kind: 'contact', cause, subject: subjects[topic] } as const;
  const words = { ...begins, name, email, text: message, files: [] };
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const id = await openConversation(deps, trx, words, now);
      if (id !== null && !(await mayOpen())) throw new TooManyMessages();
      return ok(id);
    });
  } catch (error) {
    if (error instanceof TooManyMessages) return err('too_many');
    throw error;
  }
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
