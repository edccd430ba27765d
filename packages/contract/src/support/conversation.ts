import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { personName } from './contact.ts';
import { bodyWithFiles, message, salesMessage, ticket } from './ticket.ts';

/** The latest ten, oldest first; clients poll every few seconds while the conversation is open. */
export const listSupportTickets = endpoint({
  method: 'GET',
  path: '/api/v1/support/tickets',
  summary: 'List the conversations with support',
  tag: 'Support',
  caller: 'user',
  reply: wire({ tickets: z.array(ticket) }),
  status: 200,
  errors: ['provider_unavailable'],
});

/** Continues the latest conversation, even a closed one, unless that was 30 days ago; then it starts a new one. */
export const sendSupportMessage = endpoint({
  method: 'POST',
  path: '/api/v1/support/messages',
  summary: 'Send a message to support',
  tag: 'Support',
  caller: 'user',
  body: wire(message),
  reply: wire({ ticket }),
  status: 201,
  errors: ['message_not_sent', 'email_unverified'],
  idempotent: true,
  maxBodyBytes: bodyWithFiles,
  limit: { calls: 30, seconds: 600 },
});

export const contactSales = endpoint({
  method: 'POST',
  path: '/api/v1/support/sales-requests',
  summary: 'Request an offer',
  tag: 'Support',
  caller: 'user',
  body: wire({
    name: personName,
    company: z.string().check(z.trim(), z.maxLength(100), z.regex(/^[^\p{C}]*$/u)),
    seats: z.int().check(z.minimum(1), z.maximum(100_000)),
    message: salesMessage,
  }),
  reply: wire({ ticket }),
  status: 201,
  errors: ['message_not_sent', 'email_unverified'],
  idempotent: true,
  limit: { calls: 30, seconds: 3600 },
});

/** Always a download, whatever its type: a browser must not display uploaded content under our origin. */
export const showSupportAttachment = endpoint({
  method: 'GET',
  path: '/api/v1/support/attachments/{id}',
  summary: 'Download an attachment of a conversation with support',
  tag: 'Support',
  caller: 'user',
  params: wire({ id }),
  download: { mediaType: 'application/octet-stream', fileName: 'attachment' },
  status: 200,
  errors: [],
});
