import type { FastifyInstance } from 'fastify';
import { readBrowserScript } from '../platform/customer-page.ts';
import { sendPage } from '../platform/page.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxPage, messagePage, missingMessagePage } from './mailbox-pages.ts';
import { createTransport } from 'nodemailer';
import type { Message } from './message.ts';

const HTML_PART_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'self'; frame-ancestors 'self'";

/**
 * The mailbox as pages (`/mailbox/`, `/mailbox/read/ID`) and as JSON for tests (`/mailbox/messages…`). Replies are sent to the SMTP server
 * on `repliesPort`; without it they are disabled.
 */
export function mailboxRoutes(app: FastifyInstance, mailbox: Mailbox, repliesPort: number | null): void {
  const listScript = readBrowserScript(import.meta.url, './browser/mailbox.ts');
  const messageScript = readBrowserScript(import.meta.url, './browser/message.ts');

  app.get('/mailbox', (_request, reply) => reply.redirect('/mailbox/'));
  app.get('/mailbox/', (_request, reply) => sendPage(reply, mailboxPage(mailbox.list())));
  app.get<{ Params: { id: string } }>('/mailbox/read/:id', (request, reply) => {
    const message = mailbox.get(request.params.id);
    return message === undefined
      ? sendPage(reply, missingMessagePage(), 404)
      : sendPage(reply, messagePage(message, repliesPort !== null));
  });
  app.get('/mailbox/mailbox.js', (_request, reply) => reply.type('text/javascript').send(listScript));
  app.get('/mailbox/message.js', (_request, reply) => reply.type('text/javascript').send(messageScript));

  app.get<{ Querystring: { to?: string } }>('/mailbox/messages', (request) =>
    // An unescaped plus in the query is decoded as a space, which addresses do not contain.
    mailbox.list(request.query.to?.replaceAll(' ', '+')),
  );
  app.delete('/mailbox/messages', (_request, reply) => {
    mailbox.clear();
    return reply.status(204).send();
  });
  app.get<{ Params: { id: string } }>('/mailbox/messages/:id', (request, reply) => {
    const message = mailbox.get(request.params.id);
    return message ?? reply.status(404).send({ error: 'no such message' });
  });
  app.post<{ Params: { id: string }; Body: { text?: unknown } | null }>(
    '/mailbox/messages/:id/replies',
    async (request, reply) => {
      const message = mailbox.get(request.params.id);
      const text = request.body?.text;
      if (message === undefined) return reply.status(404).send({ error: 'no such message' });
      if (typeof text !== 'string' || text === '' || repliesPort === null)
        return reply.status(400).send({ error: 'a reply needs a text, and a server that accepts it' });
      await sendReply(message, text, repliesPort);
      return reply.status(204).send();
    },
  );
  app.get<{ Params: { id: string } }>('/mailbox/messages/:id/html', (request, reply) => {
    const part = mailbox.get(request.params.id)?.html;
    if (part === undefined || part === null) return reply.status(404).send({ error: 'no HTML part' });
    return reply
      .header('content-security-policy', HTML_PART_POLICY)
      .type('text/html; charset=utf-8')
      .send(`<base target="_blank">${part}`);
  });
}

/** Replies to a mail as a mail program does: from its recipient to its Reply-To address (RFC 5322 §3.6.2). */
async function sendReply(message: Message, text: string, smtpPort: number): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort });
  try {
    await transport.sendMail({
      from: message.to[0] ?? '',
      to: message.reply_to ?? message.from,
      subject: `Re: ${message.subject}`,
      ...(message.message_id === null
        ? {}
        : { inReplyTo: message.message_id, references: message.message_id }),
      text: `${text}\n\nOn ${message.received_at}, ${message.from} wrote:\n${message.text.replaceAll(/^/gm, '> ')}`,
    });
  } finally {
    transport.close();
  }
}
