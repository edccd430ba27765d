import { contactMessage } from '@comet/contract';
import type * as z from 'zod/mini';

export type ContactMessage = z.output<typeof contactMessage>;

/** What a browser posted without a script (WHATWG URL, `application/x-www-form-urlencoded`); null where a field is missing or wrong. */
export function readContactForm(body: Buffer): ContactMessage | null {
  const given = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  const read = contactMessage.safeParse(given);
  return read.success ? read.data : null;
}
