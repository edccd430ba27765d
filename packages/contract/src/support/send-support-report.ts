import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/** Maximum size of a report, in bytes of UTF-8, and number of reports per account within 24 hours. */
export const reportLimits = { bytes: 256_000, perDay: 5 } as const;

const utf8 = new TextEncoder();

/** Opens a ticket of its own, so that its number leads to this report. */
export const sendSupportReport = endpoint({
  method: 'POST',
  path: '/api/v1/support/reports',
  summary: 'Send the report of a device to support',
  tag: 'Support',
  caller: 'user',
  body: wire({
    report: z.string().check(
      z.minLength(1),
      z.maxLength(reportLimits.bytes),
      z.refine((text) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text)),
      z.refine((text) => utf8.encode(text).length <= reportLimits.bytes),
    ),
  }),
  /** The number of the ticket, as in its emails: the last eight digits of its id; with a hosted Chatwoot, its decimal number there. */
  reply: wire({ number: z.string().check(z.regex(/^[0-9a-f]{8}$/)) }),
  status: 201,
  errors: ['message_not_sent', 'email_unverified', 'too_many_reports'],
  idempotent: true,
  // JSON escapes a line break and a quotation mark in two bytes.
  maxBodyBytes: 2 * reportLimits.bytes + 1024,
  limit: { calls: 30, seconds: 3600 },
});
