import * as z from 'zod/mini';
import { id, instant } from '../fields.ts';
import { wire } from '../wire.ts';
import { writtenText } from './contact.ts';

/** Permitted attachments, by the type of their bytes; names and stated types are ignored. */
export const attachmentTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'text/plain',
] as const;

/** Maximum number of files in one message, and maximum of their total bytes. */
export const attachmentLimits = { files: 3, bytes: 4_000_000 } as const;

/** Maximum size of a JSON body with files in base64. */
export const bodyWithFiles = 6_000_000;

const fileName = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\p{C}/\\]*$/u));

/** Files as they are sent: their bytes in base64. */
const attachments = z
  .array(wire({ name: fileName, content: z.base64().check(z.minLength(1)) }))
  .check(z.maxLength(attachmentLimits.files));

export const message = {
  /** May be empty where there are files. */
  text: z.string().check(z.trim(), z.maxLength(5000), z.regex(/^[^\p{Cs}\p{Co}\p{Cn}\0]*$/u)),
  attachments,
};

export const salesMessage = writtenText;

/**
 * A conversation with support, as the customer sees it. `open` and `waiting`: support has to respond;
 * `answered`: support has responded.
 */
export const ticket = wire({
  id,
  subject: z.string(),
  state: z.enum(['open', 'waiting', 'answered', 'closed']),
  openedAt: instant,
  messages: z.array(
    wire({
      id,
      /** `customer`, or `operator` for support. */
      author: z.enum(['customer', 'operator']),
      text: z.string(),
      sentAt: instant,
      attachments: z.array(wire({ id, name: z.string(), mediaType: z.string(), bytes: z.int() })),
    }),
  ),
});
